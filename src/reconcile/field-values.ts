/**
 * The values of an alert's fields: their normal form, and the spelling of their strings. Strings are compared in NFC, and each write is a
 * complete object. A write must not convert the strings that it does not change, so it sends them as the live alert spells them.
 */
import { type FieldStep, getOrAdd } from "../diagnostics";
import { conditionFields, type DataType, isSameText, scopeFields, settingsFields, TextMap } from "../service";

export type FieldValue = string | number | boolean | readonly string[] | readonly number[] | undefined;

export interface ComparedField {
  readonly name: string;
  /** As in definitions files and in the Terraform resource. */
  readonly path: readonly FieldStep[];
  readonly dataType: DataType;
}

// The kind is compared separately, because it cannot change in place.
const { type: _, ...settings } = settingsFields;
export const comparedSettings = comparedFields(settings);
export const comparedScope = comparedFields(scopeFields);
export const comparedConditions = {
  event: comparedFields(conditionFields.event, "event"),
  threshold: comparedFields(conditionFields.threshold, "threshold"),
};

function comparedFields(
  fields: Readonly<Record<string, { readonly dataType: DataType }>>,
  ...parent: readonly FieldStep[]
): readonly ComparedField[] {
  return Object.entries(fields).map(([name, { dataType }]) => ({
    name,
    path: [...parent, name],
    dataType,
  }));
}

export function valueOf(object: object | undefined, { name }: ComparedField): FieldValue {
  return object === undefined ? undefined : (Reflect.get(object, name) as FieldValue);
}

/** Converts the values. Returns the same object if no value changes. */
export function convertValues<T extends object>(
  object: T,
  fields: readonly ComparedField[],
  convert: (field: ComparedField, value: FieldValue) => FieldValue,
): T {
  let converted = object;
  for (const field of fields) {
    const value = valueOf(object, field);
    const changed = convert(field, value);
    if (changed !== value) converted = { ...converted, [field.name]: changed };
  }
  return converted;
}

/** A set is sorted and has no duplicates. Strings do not change. */
export function normalizeValue({ dataType }: ComparedField, value: FieldValue): FieldValue {
  if (!isSet(value)) return value;
  return dataType === "ids" ? sortIds(value as readonly number[]) : sortNames(value as readonly string[]);
}

/** Returns the value with the live spelling of each string that the live value also contains. */
export function keepSpelling({ dataType }: ComparedField, value: FieldValue, live: FieldValue): FieldValue {
  if (typeof value === "string" && typeof live === "string" && dataType === "text")
    return isSameText(value, live) ? live : value;
  if (dataType !== "texts" || !isSet(value) || !isSet(live)) return value;
  return keepSpellings(value as readonly string[], live as readonly string[]);
}

/** Replaces each string with its live forms. A live set may contain one string in several forms. */
function keepSpellings(values: readonly string[], live: readonly string[]): readonly string[] {
  const liveForms = new TextMap<string[]>();
  for (const text of live) getOrAdd(liveForms, text, () => []).push(text);
  const unique = new TextMap(values.map((value) => [value, value] as const));
  return [...unique.values()].flatMap((text) => liveForms.get(text) ?? [text]);
}

export function isSet(value: FieldValue): value is readonly string[] | readonly number[] {
  return typeof value === "object";
}

export function sortIds(ids: readonly number[]): readonly number[] {
  return isAscending(ids) ? ids : [...new Set(ids)].sort((a, b) => a - b);
}

/** Sorts names by UTF-16 code units and removes duplicates. */
export function sortNames(names: readonly string[]): readonly string[] {
  return isAscending(names) ? names : [...new Set(names)].sort();
}

/** Fast path: most sets are already sorted, and a plan checks every set several times. */
function isAscending(values: readonly (string | number)[]): boolean {
  for (let index = 1; index < values.length; index++) {
    const [before, value] = [values[index - 1], values[index]];
    if (before === undefined || value === undefined || before >= value) return false;
  }
  return true;
}
