/** Edits of live alerts, as the users of the service make them. */
import { type ServiceEmulator } from "../../src/emulator";
import { callService } from "../support/emulator";

/** @param config changes of the configuration */
export async function editLive(
  service: ServiceEmulator,
  id: number,
  settings: object,
  config?: object,
): Promise<void> {
  const path = `/config/alerts/${String(id)}`;
  // The formats of ALERT-1 and CONFIG-1.
  const { data } = (await callService(service, "GET", "/config/alerts")) as { data: { id: number }[] };
  await callService(service, "PUT", path, { ...data.find((alert) => alert.id === id), ...settings });
  if (config === undefined) return;
  const current = (await callService(service, "GET", `${path}/config`)) as object;
  await callService(service, "PUT", `${path}/config`, { ...current, ...config });
}
