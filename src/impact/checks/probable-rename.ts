/**
 * Finds unmanaged live alerts with the content of a new definition. Probably the alert or its definition was renamed by hand. Without a
 * state, only the content shows this.
 */
import { foldName, groupBy, quote } from "../../diagnostics";
import { configOf, contentKey, type DesiredAlert, settingsOf } from "../../reconcile";
import { type Alert, type TextMap } from "../../service";
import { type CheckProblem, defineCheck } from "./check";

/** The unmanaged alerts whose settings, or names but for case and hidden characters, equal those of a new alert, or that an export knows by their IDs. Only their configurations need to be read. */
export function alertsWithSameSettings(
  created: readonly DesiredAlert[],
  unmanaged: readonly Alert[],
  ids?: TextMap<number>,
): Alert[] {
  const settings = new Set(created.map((desired) => contentKey(settingsOf(desired))));
  const known = new Set(created.map(({ name }) => ids?.get(name)));
  const names = new Set(created.map(({ name }) => foldName(name)));
  const isKnown = ({ id, name }: Alert) => known.has(id) || names.has(foldName(name));
  return unmanaged.filter((alert) => isKnown(alert) || settings.has(contentKey(alert)));
}

/** Warns of each new alert that would duplicate a live alert under another name. */
export const probableRename = defineCheck({
  name: "probable-rename",
  needs: ["renames"],
  check: ({ renames: { created, others, ids } }) => {
    const byId = new Map(others.map((live) => [live.alert.id, live]));
    const byName = groupBy(others, ({ alert }) => foldName(alert.name));
    const byContent = groupBy(others, ({ alert, config }) => config && contentKey(alert, config));
    return created.flatMap((desired): CheckProblem[] => {
      const exported = byId.get(ids?.get(desired.name) ?? -1);
      const equal = byContent.get(contentKey(settingsOf(desired), configOf(desired))) ?? [];
      const similar = byName.get(foldName(desired.name)) ?? [];
      const [same, ...more] = exported === undefined ? new Set([...equal, ...similar]) : [exported];
      if (same === undefined) return [];
      const { name, id } = same.alert;
      const also = more.length === 0 ? "" : ` (and ${more.length} more)`;
      const isEqual = equal.includes(same) ? "has the same content" : "has nearly the same name";
      const proof = exported === undefined ? isEqual : "was exported as this definition";
      return [
        {
          severity: "warning",
          what: `The live alert ${quote(name)} (id ${id})${also} ${proof}, so this alert may be that one under another name.`,
          where: { subject: desired.name, field: ["name"] },
          remedy: `To rename it, add renamed_from: ${quote(name)}. In Terraform, import it by its id instead.`,
        },
      ];
    });
  },
});
