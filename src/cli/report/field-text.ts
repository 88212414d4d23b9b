/** Formats a field and its values. An id is followed by the name of its object, if the document has that name. */
import { formatField, quote } from "../../diagnostics";
import { type FieldDocument, catalogKeyOf, type PlanDocument } from "../../reconcile";

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
  const kind = catalogKeyOf(path);
  const namesById = (kind === undefined ? undefined : names[kind]) ?? {};
  return { field: formatField(path), from: formatValue(from, namesById), to: formatValue(to, namesById) };
}

/** Formats a value as JSON with invisible characters escaped, and with names after ids: `[1 "#db-alerts", 3 "On-call"]`. */
function formatValue(value: FieldDocument["to"], namesById: Readonly<Record<string, string>>): string {
  const formatScalar = (scalar: string | number | boolean) => {
    if (typeof scalar === "string") return quote(scalar);
    const name = typeof scalar === "number" ? namesById[String(scalar)] : undefined;
    return name === undefined ? String(scalar) : `${scalar} ${quote(name)}`;
  };
  if (value === undefined) return "(none)";
  return typeof value === "object" ? `[${value.map(formatScalar).join(", ")}]` : formatScalar(value);
}
