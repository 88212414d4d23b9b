/** Formats a field and its values. An id is followed by the name of its object, if the document has that name. */
import { escapeHidden, formatField, quote } from "../../diagnostics";
import { type FieldDocument, type PlanDocument } from "../../plan-document";
import { catalogKeyOf } from "../../reconcile";

export interface FormattedField {
  /** `threshold.duration` */
  readonly field: string;
  /** `2 "5 minutes"` or `["mysql", "os"]`. Undefined if the alert has no such field. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The values for a comparison by words or items. Undefined for a number or a flag. */
  readonly values?: StringValues | ListValues;
}

/** Literal strings, with line breaks. */
export interface StringValues {
  readonly kind: "text";
  readonly from: string;
  readonly to: string;
}

/** Formatted items: `3 "On-call"`. */
export interface ListValues {
  readonly kind: "list";
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Whether changed items have a reason. */
  readonly isExplained: boolean;
}

export function formatFieldValues(
  { path, from, to, reasons = {} }: FieldDocument,
  names: PlanDocument["names"] = {},
): FormattedField {
  const kind = catalogKeyOf(path);
  const namesById = (kind === undefined ? undefined : names[kind]) ?? {};
  const values = valuesOf(from, to, namesById, reasons);
  return {
    field: formatField(path),
    from: formatValue(from, namesById, reasons),
    to: formatValue(to, namesById, reasons),
    ...(values === undefined ? {} : { values }),
  };
}

function valuesOf(
  from: Value,
  to: Value,
  namesById: NamesById,
  reasons: NamesById,
): FormattedField["values"] {
  const isText = (value: Value) => value === undefined || typeof value === "string";
  if (isText(from) && isText(to)) return { kind: "text", from: from ?? "", to: to ?? "" };
  const isList = (value: Value) => value === undefined || typeof value === "object";
  if (!isList(from) || !isList(to)) return undefined;
  const [before, after] = [from, to].map((items) => formatItems(items, namesById, reasons));
  return { kind: "list", from: before ?? [], to: after ?? [], isExplained: Object.keys(reasons).length > 0 };
}

/** `3 "On-call"` for each id with a name, and `7 "db-7" (tag role=primary)` for one with a reason. */
export function formatItems(
  items: readonly (string | number)[] = [],
  namesById: NamesById = {},
  reasons: NamesById = {},
): string[] {
  return items.map((item) => {
    const reason = typeof item === "number" ? reasons[String(item)] : undefined;
    return `${formatScalar(item, namesById)}${reason === undefined ? "" : ` (${escapeHidden(reason)})`}`;
  });
}

type Value = FieldDocument["to"];
type NamesById = Readonly<Record<string, string>>;

/** Formats a value as JSON with invisible characters escaped, and with names after ids: `[1 "#db-alerts", 3 "On-call"]`. */
function formatValue(value: Value, namesById: NamesById, reasons: NamesById): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object") return formatScalar(value, namesById);
  return `[${formatItems(value, namesById, reasons).join(", ")}]`;
}

function formatScalar(scalar: string | number | boolean, namesById: NamesById): string {
  if (typeof scalar === "string") return quote(scalar);
  const name = typeof scalar === "number" ? namesById[String(scalar)] : undefined;
  return name === undefined ? String(scalar) : `${scalar} ${quote(name)}`;
}
