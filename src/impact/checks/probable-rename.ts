/**
 * Finds unmanaged live alerts with the content of a new definition. Probably the alert or its definition was renamed by hand. Without a
 * state, only the content shows this.
 */
import { groupBy, type Problem, quote } from "../../diagnostics";
import { configOf, contentKey, type DesiredAlert, settingsOf } from "../../reconcile";
import { type Alert } from "../../service";
import { defineCheck } from "./check";

/** The unmanaged alerts whose settings equal those of a new alert. Only their configurations need to be read. */
export function alertsWithSameSettings(
  created: readonly DesiredAlert[],
  unmanaged: readonly Alert[],
): Alert[] {
  const settings = new Set(created.map((desired) => contentKey(settingsOf(desired))));
  return unmanaged.filter((alert) => settings.has(contentKey(alert)));
}

/** Warns of each new alert that would duplicate a live alert under another name. */
export const probableRename = defineCheck({
  name: "probable-rename",
  needs: ["renames"],
  check: ({ renames: { created, others } }) => {
    const byContent = groupBy(others, ({ alert, config }) => config && contentKey(alert, config));
    return created.flatMap((desired): Problem[] => {
      const [same, ...more] = byContent.get(contentKey(settingsOf(desired), configOf(desired))) ?? [];
      if (same === undefined) return [];
      const { name, id } = same.alert;
      const also = more.length === 0 ? "" : ` (and ${more.length} more)`;
      return [
        {
          severity: "warning",
          what: `The live alert ${quote(name)} (id ${id})${also} has the same content, so this alert may be that one under another name.`,
          where: { subject: desired.name, field: ["name"] },
          remedy: `To rename it, add renamed_from: ${quote(name)}. In Terraform, import it by its id instead.`,
        },
      ];
    });
  },
});
