/** A field and its values as every form shows them: an id with its name beside it, where the document tells that. */
import { formatField, quote } from "../../diagnostics";
import { type FieldDocument, namedKindOf, type PlanDocument } from "../../reconcile";

export interface FieldText {
  /** `threshold.duration` */
  readonly field: string;
  /** `2 "5 minutes"`, `["mysql", "os"]`, `(none)` */
  readonly from: string;
  readonly to: string;
}

export function formatFieldText(
  { path, from, to }: FieldDocument,
  names: PlanDocument["names"] = {},
): FieldText {
  const kind = namedKindOf(path);
  const known = (kind === undefined ? undefined : names[kind]) ?? {};
  return { field: formatField(path), from: shownValue(from, known), to: shownValue(to, known) };
}

/** As JSON spells it, with what cannot be seen escaped; a name stands behind its id: `[1 "#db-alerts", 3 "On-call"]`. */
function shownValue(value: FieldDocument["to"], names: Readonly<Record<string, string>>): string {
  const shown = (one: string | number | boolean) => {
    if (typeof one === "string") return quote(one);
    const name = typeof one === "number" ? names[String(one)] : undefined;
    return name === undefined ? String(one) : `${one} ${quote(name)}`;
  };
  if (value === undefined) return "(none)";
  return typeof value === "object" ? `[${value.map(shown).join(", ")}]` : shown(value);
}
