/** Converts an issue of a schema into problems at their places: an invalid value, or unknown keys and what to write instead. */
import type * as z from "zod";
import {
  didYouMean,
  errorOf,
  type FieldStep,
  formatField,
  hintForName,
  nearNames,
  type Place,
  type Problem,
  valueAt,
} from "../diagnostics";
import { describeFieldProblem } from "./field-problems";
import { environmentsRemedy } from "./scope";
import { type Places } from "./yaml/parse-yaml";

/** Per mapping. */
export const maxUnknownKeys = 20;

export interface CheckedValue {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly places: Places;
}

/** @param describe describes an invalid value @param remedyOf the remedy for an unknown key */
export function problemsOfIssue(
  issue: z.core.$ZodIssue,
  { schema, value, places }: CheckedValue,
  describe = describeFieldProblem,
  remedyOf = (key: string, field: readonly FieldStep[]) => unknownKeyRemedy(key, allowedKeys(schema, field)),
): (Problem & { readonly where: Place })[] {
  const field = fieldOfIssue(issue);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, maxUnknownKeys).map((key) => {
      const path = [...field, key];
      const what = `Unknown key ${formatField(path)}.`;
      const remedy = remedyOf(key, field);
      return {
        ...errorOf("definition-invalid", what, { remedy }),
        where: { ...places.ofKey(path), field: path },
      };
    });
  }
  const invalid = valueAt(value, field);
  const written = invalid === null ? places.commentOf?.(field) : places.textOf?.(field);
  const { what, remedy } = describe(issue, field, invalid, written);
  return [{ ...errorOf("definition-invalid", what, { remedy }), where: { ...places.ofValue(field), field } }];
}

/** The path of the value that an issue is about. */
export function fieldOfIssue({ path }: z.core.$ZodIssue): FieldStep[] {
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

/** The keys of definitions, by the keys with the same meaning in other tools or in the service. */
const synonyms: Readonly<Record<string, string>> = {
  category: "categories",
  description: "annotations",
  runbook: "annotations",
  for: "duration",
  severity: "alert_level",
  level: "alert_level",
  limit: "trigger",
  previous_name: "renamed_from",
  moved_from: "renamed_from",
  ignore_changes: "ignore",
  title: "name",
  types: "host_types",
};

const remedies: Readonly<Record<string, string>> = {
  id: "Remove it. The service assigns IDs, and a definition matches the alert with the same name.",
  type: "Remove it. The key event or threshold defines the kind of the alert.",
  muted_until: "Write muted: { until: TIME, reason: TEXT } instead.",
  enabled: 'Did you mean "disabled"? It has the opposite meaning.',
  environments: environmentsRemedy,
  overrides: environmentsRemedy,
  defaults:
    "Put shared values under a key that starts with x-, define an anchor for them, and merge it: <<: *name",
};

/** The allowed key that the author probably meant. */
export function intendedKey(key: string, allowed: readonly string[]): string | undefined {
  return synonymOf(key, allowed) ?? nearNames(key, allowed)[0];
}

/** @param destination where the key is allowed, for example `into threshold` */
export function unknownKeyRemedy(key: string, allowed: readonly string[], destination?: string): string {
  if (destination !== undefined) return `Move it ${destination}.`;
  const remedy = Object.hasOwn(remedies, key) ? remedies[key] : undefined;
  if (remedy !== undefined) return remedy;
  const synonym = synonymOf(key, allowed);
  return synonym === undefined ? hintForName(key, allowed) : didYouMean([synonym]);
}

function synonymOf(key: string, allowed: readonly string[]): string | undefined {
  const synonym = synonyms[key.toLowerCase()];
  return synonym !== undefined && allowed.includes(synonym) ? synonym : undefined;
}
