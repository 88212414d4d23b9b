/** Edits of live alerts, as the users of the service make them. */
import { type ServiceEmulator } from "../../../src/emulator";
import { send } from "../../support/emulator";

/** @param config changes of the configuration */
export async function editLive(
  { url, token }: ServiceEmulator,
  id: number,
  settings: object,
  config: object = {},
): Promise<void> {
  const alerts = "/api/v2/config/alerts";
  const { json } = await send(url, "GET", alerts, { token });
  const current = (json as { data: { id: number }[] }).data.find((alert) => alert.id === id);
  await put(`${alerts}/${id}`, { ...current, ...settings });
  const { json: currentConfig } = await send(url, "GET", `${alerts}/${id}/config`, { token });
  await put(`${alerts}/${id}/config`, { ...(currentConfig as object), ...config });

  async function put(path: string, body: object): Promise<void> {
    expect((await send(url, "PUT", path, { token, body })).status).toBe(200);
  }
}
