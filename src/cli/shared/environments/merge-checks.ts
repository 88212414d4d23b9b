/** Joins the results of checks in several environments: each problem and each alert once. */
import { type Definitions, type InvalidAlert } from "../../../definitions";
import { type Problem } from "../../../diagnostics";
import { type AlertDefinition } from "../../../reconcile";

export interface EnvironmentCheck extends Definitions {
  /** Undefined for problems that are the same in all environments. */
  readonly environment: string | undefined;
}

/** Problems that differ only in their environments are one problem with these environments. */
export function mergeChecks(checks: readonly EnvironmentCheck[]): Definitions {
  const problems = mergeProblems(checks);
  const representative = new Map(
    problems.flatMap(({ merged, of }) => of.map((problem) => [problem, merged])),
  );
  const invalidByKey = new Map<string, { alert: InvalidAlert; problems: Set<Problem> }>();
  for (const alert of checks.flatMap((check) => check.invalidAlerts)) {
    const known = invalidByKey.get(keyOf(alert)) ?? { alert, problems: new Set() };
    invalidByKey.set(keyOf(alert), known);
    for (const problem of alert.problems) known.problems.add(representative.get(problem) ?? problem);
  }
  const alerts = new Map<string, AlertDefinition>();
  for (const alert of checks.flatMap((check) => check.alerts)) {
    const key = keyOf(alert);
    if (!invalidByKey.has(key) && !alerts.has(key)) alerts.set(key, alert);
  }
  return {
    alerts: [...alerts.values()],
    invalidAlerts: [...invalidByKey.values()].map(({ alert, problems }) => ({
      ...alert,
      problems: [...problems],
    })),
    problems: problems.map(({ merged }) => merged),
  };
}

/** The remedy can list what exists in one environment, and the name of an alert can contain the environment. */
function problemKey({ severity, what, where: { subject, ...place } = {} }: Problem): string {
  return JSON.stringify([severity, what, place, place.line === undefined ? subject : undefined]);
}

export interface MergedProblem {
  readonly merged: Problem;
  readonly of: readonly Problem[];
}

/** Joins problems that differ only in their environments. */
export function mergeProblems(
  checks: readonly Pick<EnvironmentCheck, "environment" | "problems">[],
): MergedProblem[] {
  const groups = new Map<string, { of: Problem[]; environments: Set<string> }>();
  for (const { environment, problems } of checks) {
    for (const problem of problems) {
      const key = problemKey(problem);
      const group = groups.get(key) ?? { of: [], environments: new Set() };
      groups.set(key, group);
      group.of.push(problem);
      const names = problem.environments ?? (environment === undefined ? [] : [environment]);
      names.forEach((name) => group.environments.add(name));
    }
  }
  return [...groups.values()].flatMap(({ of, environments }) => {
    const [first] = of;
    if (first === undefined) return [];
    return [{ of, merged: environments.size === 0 ? first : { ...first, environments: [...environments] } }];
  });
}

/** Identifies a definition. Alerts of a stack without metadata have the same place. */
function keyOf({
  name,
  place: { file, line, column, construct },
}: Pick<InvalidAlert, "name" | "place">): string {
  return JSON.stringify([file, line, column, construct, line === undefined ? name : undefined]);
}
