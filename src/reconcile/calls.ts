/** Which writing calls a change costs, in their order: what a plan can say before any of them is made. */
import { compare } from "./compare";
import { type Change } from "./plan";

/** The names of the service's writing endpoints. */
export type WritingCall = "createAlert" | "updateAlert" | "writeAlertConfig" | "deleteAlert";

/** Where nothing fails and nobody else writes meanwhile. */
export function callsOf(change: Change): readonly WritingCall[] {
  switch (change.action) {
    case "unchanged":
      return [];
    case "create":
      return ["createAlert", "writeAlertConfig"];
    case "replace":
      return ["deleteAlert", "createAlert", "writeAlertConfig"];
    case "delete":
      return ["deleteAlert"];
    case "complete":
    case "rename":
    case "update": {
      const { desired, live, interim } = change;
      const aside = interim === undefined ? live : { ...live, alert: { ...live.alert, name: interim } };
      const comparison = compare(desired, aside);
      return [
        ...(interim === undefined ? [] : (["updateAlert"] as const)),
        ...(comparison.settings.length === 0 ? [] : (["updateAlert"] as const)),
        ...(comparison.config.length === 0 ? [] : (["writeAlertConfig"] as const)),
      ];
    }
  }
}
