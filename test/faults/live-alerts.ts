/** Reads the alerts of an emulator, unaffected by faults and stale reads. */
import * as http from "node:http";
import { type ServiceEmulator } from "../../src/emulator";
import { type Fields } from "./api-alerts";
import { type ModelAlert } from "./service-model";

/** The overview adds these to the fields of an alert. */
const addedFields = ["state", "on", "pendingUntil", "firesAt", "sentence"];

export async function readLiveAlerts({ url }: Pick<ServiceEmulator, "url">): Promise<ModelAlert[]> {
  const { alerts } = (await getJson(`${url}/_emulator/overview`)) as {
    alerts: readonly (Fields & { id: number; name: string; config: Fields | null })[];
  };
  return alerts.map(({ id, config, name, ...fields }) => {
    const settings = Object.entries(fields).filter(([key]) => !addedFields.includes(key));
    return { id, settings: { ...Object.fromEntries(settings), name }, config };
  });
}

/** Reads JSON without the client of the product. */
function getJson(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          resolve(JSON.parse(text));
        });
        response.on("error", reject);
      })
      .on("error", reject);
  });
}
