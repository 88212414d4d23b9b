/** Plans an environment: compares it with the definitions, back-tests the changes, and checks them against rules and likely mistakes. */
import { omitUndefined, type Problem } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { runChecks } from "../impact";
import { type DescribedPlan } from "../plan-document";
import { type AlertDefinition, nameOf, withPlaces, withPlanStatus } from "../reconcile";
import { type Rule } from "../rules";
import { backtestChanges, type BacktestOptions } from "./backtest";
import { createdAlerts, joinProblems, unmatchedPatterns } from "./check-facts";
import { type ChangeOptions, findChanges, findRemovals } from "./find-changes";
import { compileRules, describeForRules } from "./rules";

export interface EnvironmentPlanOptions extends ChangeOptions {
  /** Whether to delete the defined alerts instead. Default: false. */
  readonly isRemoval?: boolean;
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
 * or fires more often than --max-firings allows. @throws ProblemError
 */
export async function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { isRemoval = false, rules = [], environment, backtest, ...options }: EnvironmentPlanOptions = {},
): Promise<DescribedPlan> {
  const { warnings = [], prunePatterns = [] } = options;
  const compiled = await compileRules(rules, environment);
  const namedKinds = [...(compiled?.kinds ?? []), ...(options.namedKinds ?? [])];
  const find = isRemoval ? findRemovals : findChanges;
  const { checkFacts, ...contents } = await find(session, definitions, { ...options, namedKinds });
  const { changes, names = {} } = contents;
  const ruled = compiled?.checkChanges(changes, definitions, names, (change) =>
    describeForRules(change, contents),
  );
  const tested = await backtestChanges(session, contents, definitions, backtest);
  const allNames = [...changes.map(nameOf), ...contents.unmanaged.map(({ name }) => name)];
  const facts = { ...checkFacts, created: createdAlerts(changes), ...tested?.checkFacts };
  const checked = runChecks(isRemoval ? facts : { ...facts, notifying: definitions });
  const problems = [
    ...checked.filter(({ where }) => where !== undefined),
    ...unmatchedPatterns("--prune", prunePatterns, allNames),
    ...(ruled?.problems ?? []),
    ...contents.problems,
    // The consequences of the plan as a whole.
    ...checked.filter(({ where }) => where === undefined),
  ];
  const exceptions = ruled === undefined || ruled.exceptions.length === 0 ? undefined : ruled.exceptions;
  return withPlanStatus({
    ...contents,
    ...omitUndefined({ exceptions, backtests: tested?.backtests }),
    names: { ...names, ...tested?.names },
    problems: joinProblems(warnings, withPlaces(problems, definitions)),
  });
}
