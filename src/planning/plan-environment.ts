/** Plans an environment: compares it with the definitions, back-tests the changes, and checks them against rules and likely mistakes. */
import { omitUndefined, type Problem } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { type CheckFacts, runChecks } from "../impact";
import { type DescribedPlan } from "../plan-document";
import { type AlertDefinition, asPlan, nameOf, withPlaces } from "../reconcile";
import { type Rule } from "../rules";
import { backtestChanges, type BacktestOptions } from "./backtest";
import { createdAlerts, joinProblems, unmatchedPatterns } from "./check-facts";
import { compareEnvironment, compareForRemoval, type ComparisonOptions } from "./compare-environment";
import { compileRules, describeForRules } from "./rules";

export interface EnvironmentPlanOptions extends ComparisonOptions {
  readonly rules?: readonly Rule[] | undefined;
  /** Name of the environment. Rules of environments do not apply without it. */
  readonly environment?: string | undefined;
  /** Default: no back-tests. */
  readonly backtest?: BacktestOptions | undefined;
  /** Patterns of --prune. One that matches no name is a warning. */
  readonly prunePatterns?: readonly string[];
  /** Warnings about the sources of the definitions, which become problems of the plan. */
  readonly warnings?: readonly Problem[];
}

/**
 * The plan that turns the live alerts into the defined ones. It is refused if it has an error, for example because an alert violates a rule
 * or fires more often than --max-firings allows.
 */
export function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  options: EnvironmentPlanOptions = {},
): Promise<DescribedPlan> {
  return createPlan(session, definitions, options, compareEnvironment, { notifying: definitions });
}

/** The plan that deletes the defined alerts. @throws ProblemError */
export function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  options: EnvironmentPlanOptions = {},
): Promise<DescribedPlan> {
  return createPlan(session, definitions, options, compareForRemoval, {});
}

async function createPlan(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  {
    rules = [],
    environment,
    backtest,
    prunePatterns = [],
    warnings = [],
    ...options
  }: EnvironmentPlanOptions,
  compare: typeof compareEnvironment,
  facts: Partial<CheckFacts>,
): Promise<DescribedPlan> {
  const compiled = await compileRules(rules, environment);
  const namedKinds = [...(compiled?.kinds ?? []), ...(options.namedKinds ?? [])];
  const { checkFacts, ...contents } = await compare(session, definitions, { ...options, namedKinds });
  const { changes, names } = contents;
  const ruled = compiled?.checkChanges(changes, definitions, names ?? {}, (change) =>
    describeForRules(change, contents),
  );
  const tested = await backtestChanges(session, contents, definitions, backtest);
  const allNames = [...changes.map(nameOf), ...contents.unmanaged.map(({ name }) => name)];
  const problems = [
    ...warnings,
    ...unmatchedPatterns("--prune", prunePatterns, allNames),
    ...(ruled?.problems ?? []),
    ...contents.problems,
  ];
  const created = createdAlerts(changes);
  const checked = runChecks({ created, ...checkFacts, ...tested?.checkFacts, ...facts });
  const exceptions = ruled === undefined || ruled.exceptions.length === 0 ? undefined : ruled.exceptions;
  return asPlan({
    ...contents,
    ...omitUndefined({ exceptions, backtests: tested?.result }),
    ...(tested === undefined ? {} : { names: { ...names, ...tested.names } }),
    problems: joinProblems(withPlaces(problems, definitions), withPlaces(checked, definitions)),
  });
}
