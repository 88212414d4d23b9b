/** Converts an issue of a schema into problems at their places: unknown keys, or an invalid value. */
import type * as z from "zod";
import { type FieldStep, formatField, type Place, type Problem, valueAt } from "../diagnostics";
import { describeFieldProblem } from "./field-problems";
import { unknownKeyRemedy } from "./unknown-keys";
import { type Places } from "./yaml/parse-yaml";

/** Per mapping. */
const maxUnknownKeys = 100;

export interface CheckedValue {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly places: Places;
}

/** @param describe describes an invalid value */
export function problemsOfIssue(
  issue: z.core.$ZodIssue,
  { schema, value, places }: CheckedValue,
  describe = describeFieldProblem,
): (Problem & { readonly where: Place })[] {
  const field = fieldOf(issue);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, maxUnknownKeys).map((key) => {
      const path = [...field, key];
      const what = `Unknown key ${formatField(path)}.`;
      const remedy = unknownKeyRemedy(key, allowedKeys(schema, field), undefined);
      return { severity: "error", what, where: { ...places.ofKey(path), field: path }, remedy };
    });
  }
  const invalid = valueAt(value, field);
  const comment = invalid === null ? places.commentOf?.(field) : undefined;
  const { what, remedy } = describe(issue, field, invalid, comment);
  return [{ severity: "error", what, where: { ...places.ofValue(field), field }, remedy }];
}

/** The path of the value that an issue is about. */
export function fieldOf({ path }: z.core.$ZodIssue): FieldStep[] {
  return path.filter((step) => typeof step !== "symbol");
}

/** The keys that a schema allows in the mapping at a path. */
export function allowedKeys(schema: z.core.$ZodType, path: readonly FieldStep[]): readonly string[] {
  // The union of all types, whose definitions the type of a schema does not include.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "default") return allowedKeys(def.innerType, path);
  const [step, ...rest] = path;
  if (def.type === "array") return allowedKeys(def.element, rest);
  if (def.type === "record") return allowedKeys(def.valueType, rest);
  if (def.type !== "object") return [];
  if (step === undefined) return Object.keys(def.shape);
  const member = def.shape[step];
  return member === undefined ? [] : allowedKeys(member, rest);
}
