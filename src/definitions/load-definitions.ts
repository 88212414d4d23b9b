/** Reads definitions from files, folders and standard input, and collects the problems of all of them. */
import { errorOf, formatPlace, isError, type Problem, warningOf } from "../diagnostics";
import { type AlertDefinition, checkIgnoredHosts, checkIgnoredMutes, placeOfField } from "../reconcile";
import { type AlertCondition, explainForms, findMisspelledNames, TextMap } from "../service";
import { valueNamesIn } from "./expand-text";
import { findFiles, type FoundFile, supportedSources } from "./find-files";
import { type Definitions } from "./parse-alert";
import { type DefinitionsFile, parseAlerts, readDefinitionsFile } from "./parse-definitions-file";
import { readTextFile } from "./read-file";
import { type DefinitionScope, noEnvironments, selectionRemedy } from "./scope";
import { isTerraformJson } from "./terraform/json";
import { parseStack, type StackOptions } from "./terraform/parse-stack";
import { parseTerraformPlan } from "./terraform/plan";

/** Parsed sources, whose alerts can be resolved for any number of environments. */
export interface DefinitionSources {
  readonly files: readonly FoundFile[];
  /** The problems that do not depend on the environment. */
  readonly problems: readonly Problem[];
  /** In the order of the files. The alerts of a stack or of a Terraform plan are the same in all environments. */
  readonly parts: readonly (DefinitionsFile | Definitions)[];
}

/** @param sources paths of files or folders, or `-` for standard input */
export function loadDefinitions(
  sources: readonly string[],
  { scope, ...options }: StackOptions & { readonly scope?: DefinitionScope | undefined } = {},
): Definitions {
  const read = readDefinitionSources(sources, options);
  const { problems, ...resolved } = resolveDefinitions(read, scope);
  return { ...resolved, problems: [...read.problems, ...problems] };
}

/** Reads and parses the files. @param sources paths of files or folders, or `-` for standard input */
export function readDefinitionSources(
  sources: readonly string[],
  options: StackOptions = {},
): DefinitionSources {
  const problems: Problem[] = [];
  const files = findFiles(sources, problems);
  const parts = files.flatMap(({ file, kind, size, isNamed }): (DefinitionsFile | Definitions)[] => {
    const text = readTextFile(file, kind, size, problems);
    if (text === undefined) return [];
    // In a folder of definitions, a plan is the output of another step.
    if (isTerraformJson(text) && !isNamed) return [];
    if (kind === "definitions" && !isTerraformJson(text)) {
      const content = readDefinitionsFile(text, { file, isNamed }, problems);
      return content === undefined ? [] : [content];
    }
    const fixed =
      kind === "stack" ? parseStack(text, file, options) : parseTerraformPlan(text, file, options);
    problems.push(...fixed.problems);
    return [{ ...fixed, problems: [] }];
  });
  if (files.length > 0 && parts.length === 0 && !problems.some(isError)) {
    const what = "The folder contains no definitions.";
    problems.push(
      errorOf("definition-invalid", what, { where: { file: sources[0] ?? "" }, remedy: supportedSources }),
    );
  }
  return { files, parts, problems };
}

/** Validates the alerts that exist in an environment. @returns the definitions, without the problems of the sources */
export function resolveDefinitions(
  { files, parts, problems: sourceProblems }: DefinitionSources,
  scope = noEnvironments,
): Definitions {
  const resolved = parts.map((part) => ("places" in part ? parseAlerts(part, scope) : part));
  const alerts = resolved.flatMap((part) => part.alerts);
  const problems = resolved.flatMap((part) => part.problems);
  if (alerts.length === 0 && ![...sourceProblems, ...problems].some(isError))
    problems.push(...emptyStackProblems(files));
  const plans = resolved.flatMap(({ terraformPlan }) => terraformPlan ?? []);
  const terraformPlan = {
    deletions: plans.flatMap(({ deletions }) => deletions),
    isRefreshOnly: plans.some(({ isRefreshOnly }) => isRefreshOnly),
    imports: plans.flatMap(({ imports }) => imports),
    hiddenNames: plans.flatMap(({ hiddenNames }) => hiddenNames),
  };
  return {
    alerts,
    ...(plans.length === 0 ? {} : { terraformPlan }),
    invalidAlerts: resolved.flatMap((part) => part.invalidAlerts),
    problems: [
      ...firstUnselected(problems, scope),
      ...duplicateNameProblems(alerts),
      ...checkIgnoredMutes(alerts),
      ...checkIgnoredHosts(alerts),
      ...misspelledNameProblems(alerts),
    ],
  };
}

/** Keeps the first of the problems that no environment is selected. Their remedy is the same. */
function firstUnselected(problems: readonly Problem[], scope: DefinitionScope): readonly Problem[] {
  const remedy = selectionRemedy(scope);
  const first = problems.find((problem) => problem.remedy === remedy);
  return problems.filter((problem) => problem.remedy !== remedy || problem === first);
}

/** The names of all values that the definitions files use, in any environment. */
export function valueNamesOf({ parts }: DefinitionSources): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<object>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") valueNamesIn(value).forEach((name) => names.add(name));
    if (typeof value !== "object" || value === null || visited.has(value)) return;
    visited.add(value);
    Object.values(value).forEach(collect);
  };
  for (const part of parts) if ("places" in part) collect(part.alerts);
  return names;
}

/** Reports stacks only, because `readDefinitionsFile` already reports a definitions file without alerts. */
function emptyStackProblems(files: readonly FoundFile[]): Problem[] {
  const stacks = files.filter(({ kind }) => kind === "stack");
  const [first] = stacks;
  if (first === undefined) return [];
  const what = stacks.length === 1 ? "The stack defines no alerts." : "The stacks define no alerts.";
  const remedy =
    "Synthesize the app again if alerts are missing, or name another cdktf output folder or definitions files.";
  return [warningOf("definition-invalid", what, { where: { file: first.file }, remedy })];
}

function duplicateNameProblems(alerts: readonly AlertDefinition[]): Problem[] {
  const firstByName = new TextMap<AlertDefinition>();
  return alerts.flatMap((alert): Problem[] => {
    const first = firstByName.get(alert.name);
    if (first === undefined) {
      firstByName.set(alert.name, alert);
      return [];
    }
    const { subject: _, field: __, ...place } = placeOfField(first, ["name"]);
    return [
      errorOf(
        "definition-invalid",
        `Duplicate alert name, first defined at ${formatPlace(place)}.${explainForms([first.name, alert.name])}`,
        { where: placeOfField(alert, ["name"]), remedy: "Rename or remove one of them." },
      ),
    ];
  });
}

/** @param others conditions of live alerts that have no definition */
export function misspelledNameProblems(
  alerts: readonly AlertDefinition[],
  others: readonly AlertCondition[] = [],
): Problem[] {
  const conditions = alerts.map(({ condition }) => condition);
  const findings = findMisspelledNames(conditions, others);
  return alerts.flatMap((alert, position) =>
    (findings[position] ?? []).map(({ check, severity, what, remedy, field, index }): Problem => {
      const where = placeOfField(alert, index === undefined ? field : [...field, index]);
      return { code: check ?? "definition-invalid", severity, what: `${what}.`, where, remedy };
    }),
  );
}
