/** Reads the alerts of an emulator, unaffected by faults and stale reads. */
import { type ServiceEmulator } from "../../src/emulator";
import { type Fields } from "./api-alerts";
import { getJson } from "./get-json";
import { type ModelAlert } from "./service-model";

/** The overview adds these to the fields of an alert. */
const addedFields = ["state", "on", "pendingUntil", "sentence"];

export async function readLiveAlerts({ url }: Pick<ServiceEmulator, "url">): Promise<ModelAlert[]> {
  const { alerts } = (await getJson(`${url}/_emulator/overview`)) as {
    alerts: readonly (Fields & { id: number; name: string; config: Fields | null })[];
  };
  return alerts.map(({ id, config, name, ...fields }) => {
    const settings = Object.entries(fields).filter(([key]) => !addedFields.includes(key));
    return { id, settings: { ...Object.fromEntries(settings), name }, config };
  });
}
