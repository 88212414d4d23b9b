/**
 * Finds unmanaged live alerts with the content of a new definition. Probably the alert or its definition was renamed by hand. Without a
 * state, only the content shows this.
 */
import { groupBy, type Problem, quote } from "../../diagnostics";
import { configOf, contentKey, type DesiredAlert, settingsOf } from "../../reconcile";
import { type Alert } from "../../service";
import { type Check } from "./check";

/** The unmanaged alerts whose settings equal those of a new alert. Only their configurations need to be read. */
export function alertsWithSameSettings(
  created: readonly DesiredAlert[],
  unmanaged: readonly Alert[],
): Alert[] {
  const settings = new Set(created.map((desired) => contentKey(settingsOf(desired))));
  return unmanaged.filter((alert) => settings.has(contentKey(alert)));
}

/** Returns a warning for each new alert that would duplicate a live alert under another name. */
export const checkSameContent: Check = ({ created }) => {
  if (created === undefined) return [];
  const byContent = groupBy(created.others, ({ alert, config }) => config && contentKey(alert, config));
  return created.desired.flatMap((desired): Problem[] => {
    const [same, ...others] = byContent.get(contentKey(settingsOf(desired), configOf(desired))) ?? [];
    if (same === undefined) return [];
    const { name, id } = same.alert;
    const also = others.length === 0 ? "" : ` (and ${others.length} more)`;
    return [
      {
        severity: "warning",
        what: `The live alert ${quote(name)} (id ${id})${also} has the same content, so this alert may be that one under another name.`,
        where: { subject: desired.name, field: ["name"] },
        remedy: `To rename it, add renamed_from: ${quote(name)}. In Terraform, import it by its id instead.`,
      },
    ];
  });
};
