/** Resolves one alert of a definitions file for an environment: whether it exists there, its overrides and its values. */
import { errorOf, formatField, isMapping, type Problem, setKey } from "../diagnostics";
import { expandValues, type FieldPath, SourcePaths } from "./expand-document";
import { type ExpansionBudget } from "./expand-text";
import { describeValue } from "./field-problems";
import {
  checkEnvironmentPattern,
  type DefinitionScope,
  includesEnvironment,
  isEnvironment,
  selectionRemedy,
} from "./scope";
import { type ParsedYaml, type Places } from "./yaml/parse-yaml";

type Attributes = Readonly<Record<string, unknown>>;

export const scopeKeys = ["environments", "overrides"] as const;
/** Blocks whose keys are overridden one by one. */
const mergedBlocks: readonly string[] = ["event", "threshold"];

/** @returns undefined if the alert does not exist in the environment, or after adding problems */
export function resolveAlert(
  alert: unknown,
  places: Places,
  scope: DefinitionScope,
  budget: ExpansionBudget,
  problems: Problem[],
): ParsedYaml | undefined {
  if (!isMapping(alert)) return { value: alert, places };
  const problemsBefore = problems.length;
  const subject = nameIn(alert);
  const named = subject === undefined ? {} : { subject };
  const report: ReportAt = (field, what, remedy, kind = "ofValue") => {
    problems.push(
      errorOf("definition-invalid", what, { remedy, where: { ...places[kind](field), field, ...named } }),
    );
  };
  const sources = new SourcePaths();
  // Without environments, the keys that select them are unknown keys.
  const value =
    scope.environmentNames.length === 0 ? alert : selectEnvironment(alert, scope, sources, report);
  if (value === undefined || problems.length > problemsBefore) return undefined;
  const expansion = { scope, budget, sources, hasValuesInKeys: false };
  const expanded = expandValues({ value, places }, expansion, (problem, where) => {
    problems.push({ ...problem, where: { ...where, ...named } });
  });
  return problems.length > problemsBefore ? undefined : expanded;
}

export function nameIn(alert: unknown): string | undefined {
  return isMapping(alert) && typeof alert["name"] === "string" ? alert["name"] : undefined;
}

type ReportAt = (path: FieldPath, what: string, remedy: string, kind?: "ofKey" | "ofValue") => void;

/** @returns the alert with its overrides, or undefined if the environment does not have it */
function selectEnvironment(
  alert: Attributes,
  scope: DefinitionScope,
  sources: SourcePaths,
  report: ReportAt,
): Attributes | undefined {
  const { environments, overrides, ...own } = alert;
  if (scope.environment === undefined) {
    const remedy = selectionRemedy(scope);
    for (const key of scopeKeys) {
      const what = `${key} depends on the environment, and no environment is selected.`;
      if (Object.hasOwn(alert, key)) report([key], what, remedy);
    }
  }
  const isIncluded =
    environments === undefined ||
    includesEnvironment(environments, scope, "alert", (path, { what, remedy }) => {
      report(["environments", ...path], what, remedy);
    });
  const merged = overrides === undefined ? own : override(own, overrides, scope, sources, report);
  return isIncluded ? merged : undefined;
}

/** Later overrides take precedence. They replace whole keys, but the keys of `event` and `threshold` one by one. */
function override(
  own: Attributes,
  overrides: unknown,
  scope: DefinitionScope,
  sources: SourcePaths,
  report: ReportAt,
): Attributes {
  const merged: Record<string, unknown> = { ...own };
  if (!isMapping(overrides)) {
    const what = `overrides must be a mapping, not ${describeValue(overrides)}.`;
    report(["overrides"], what, "Write the names of environments as keys.");
    return merged;
  }
  for (const [pattern, changes] of Object.entries(overrides)) {
    const source = ["overrides", pattern];
    const unknown = checkEnvironmentPattern(pattern, scope.environmentNames);
    if (unknown !== undefined) report(source, unknown.what, unknown.remedy, "ofKey");
    else if (!isMapping(changes)) {
      const what = `${formatField(source)} must be a mapping, not ${describeValue(changes)}.`;
      report(source, what, "Write the keys to replace below it, indented.");
    } else if (isEnvironment(pattern, scope)) mergeChanges(merged, changes, source, sources);
  }
  return merged;
}

function mergeChanges(
  merged: Record<string, unknown>,
  changes: Attributes,
  source: FieldPath,
  sources: SourcePaths,
): void {
  for (const [key, value] of Object.entries(changes)) {
    const current = merged[key];
    if (mergedBlocks.includes(key) && isMapping(current) && isMapping(value)) {
      for (const member of Object.keys(value)) sources.set([key, member], [...source, key, member]);
      merged[key] = { ...current, ...value };
    } else {
      sources.deleteBelow([key]);
      sources.set([key], [...source, key]);
      setKey(merged, key, value);
    }
  }
}
