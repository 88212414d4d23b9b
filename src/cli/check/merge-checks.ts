/** Joins the results of checks in several environments: each problem and each alert once. */
import { resolve } from "node:path";
import { type Definitions, type DefinitionSources, type InvalidAlert, valueNamesOf } from "../../definitions";
import { compareTexts, getOrAdd, isError, type Problem } from "../../diagnostics";
import { checkForDuplicates, unusedValues } from "../../environments";
import { type AlertDefinition } from "../../reconcile";
import { type CliContext } from "../shared/context";
import { mergeProblems } from "../shared/environments/environments-report";
import { type Target } from "../shared/environments/target";

interface EnvironmentCheck extends Partial<Definitions> {
  /** Undefined for problems that are the same in all environments. */
  readonly environment?: string | undefined;
  readonly problems: readonly Problem[];
}

/** Problems that differ only in their environments are one problem with these environments. */
export function mergeChecks(checks: readonly EnvironmentCheck[]): Definitions {
  const problems = mergeProblems(checks);
  const representative = new Map(
    problems.flatMap(({ merged, of }) => of.map((problem) => [problem, merged])),
  );
  const invalidByKey = new Map<string, { alert: InvalidAlert; problems: Set<Problem> }>();
  for (const alert of checks.flatMap(({ invalidAlerts = [] }) => invalidAlerts)) {
    const known = getOrAdd(invalidByKey, keyOf(alert), () => ({ alert, problems: new Set() }));
    for (const problem of alert.problems) known.problems.add(representative.get(problem) ?? problem);
  }
  const alerts = new Map<string, AlertDefinition>();
  for (const alert of checks.flatMap((check) => check.alerts ?? [])) {
    const key = keyOf(alert);
    if (!invalidByKey.has(key) && !alerts.has(key)) alerts.set(key, alert);
  }
  return {
    alerts: [...alerts.values()],
    invalidAlerts: [...invalidByKey.values()].map(({ alert, problems }) => ({
      ...alert,
      problems: [...problems],
    })),
    problems: problems.map(({ merged }) => merged).sort(compareProblems),
  };
}

/** By file, line and column. Problems without a file come last. */
function compareProblems({ where: a }: Problem, { where: b }: Problem): number {
  return (
    compareTexts(a?.file ?? "\uffff", b?.file ?? "\uffff") ||
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0)
  );
}

/** Identifies a definition. Alerts of a stack without metadata have the same place. */
function keyOf({
  name,
  place: { file, line, column, construct, address },
}: Pick<InvalidAlert, "name" | "place">): string {
  return JSON.stringify([file, line, column, construct, address, line === undefined ? name : undefined]);
}

/** Warnings of the configuration, and values that no definition uses. */
export function sharedProblems(
  { env }: CliContext,
  targets: readonly Target[],
  sources: readonly string[],
  read: DefinitionSources,
): readonly Problem[] {
  const [first] = targets;
  if (first === undefined) return [];
  const { config } = first;
  const environments = targets.flatMap(({ environment }) => environment ?? []);
  // Definitions that the sources do not name can use a value too.
  const isComplete = includesDefaults(config.definitions, sources) && !read.problems.some(isError);
  return [
    ...config.problems,
    ...checkForDuplicates(environments, env),
    ...(isComplete ? unusedValues(config, environments, valueNamesOf(read)) : []),
  ];
}

function includesDefaults(defaults: readonly string[] | undefined, sources: readonly string[]): boolean {
  if (defaults === undefined || sources.length === 0) return true;
  const named = new Set(sources.map((source) => resolve(source)));
  return defaults.every((source) => named.has(resolve(source)));
}
