/** A key that nothing has: what may have been meant. */
import { hintForName, nearNames, quote } from "../diagnostics";

/** Keys that other tools, or the service's own form, call otherwise; each with what it is here. */
const otherwise: Readonly<Record<string, string>> = {
  category: "categories",
  description: "annotations",
  runbook: "annotations",
  severity: "alert_level",
  level: "alert_level",
  limit: "trigger",
  previous_name: "renamed_from",
  moved_from: "renamed_from",
  ignore_changes: "ignore",
  types: "host_types",
};

const told: Readonly<Record<string, string>> = {
  id: "Leave it out: the service gives ids, and a definition means the alert of its name.",
  type: "Leave it out: event or threshold says of which kind the alert is.",
  enabled: 'Did you mean "disabled"? It is true for an alert that is not to fire.',
  defaults:
    "What alerts share goes under a key that begins with x-, with an anchor, and is merged: <<: *name.",
};

/** The known key that a key was probably meant as. @param known the keys that there are in its place */
export function meantKey(key: string, known: readonly string[]): string | undefined {
  const other = otherwise[key.toLowerCase()];
  if (other !== undefined && known.includes(other)) return other;
  return nearNames(key, known)[0];
}

/**
 * What to do about an unknown key.
 * @param known the keys that there are in its place
 * @param belongs where else there is such a key
 */
export function remedyForKey(key: string, known: readonly string[], belongs: string | undefined): string {
  if (belongs !== undefined) return `It belongs ${belongs}.`;
  if (Object.hasOwn(told, key)) return told[key] ?? "";
  const meant = meantKey(key, known);
  if (meant !== undefined) {
    const near = nearNames(key, known);
    return near.length > 0 ? hintForName(key, near) : `Did you mean ${quote(meant)}?`;
  }
  return `There are: ${known.join(", ")}.`;
}
