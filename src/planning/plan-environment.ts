/** Plans an environment: compares it with the definitions, back-tests the changes, and checks them against rules and likely mistakes. */
import { omitUndefined, type Problem } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { runChecks } from "../impact";
import { type DescribedPlan, type PlanDescription } from "../plan-document";
import { type AlertDefinition, nameOf, type PlanContents, withPlaces, withPlanStatus } from "../reconcile";
import { type CompiledRules } from "../rules";
import { backtestChanges, type BacktestOptions } from "./backtest";
import { createdAlerts, joinProblems, unmatchedPatterns } from "./check-facts";
import { type ChangeOptions, findChanges, findRemovals, type FoundChanges } from "./find-changes";
import { describeForRules } from "./rules";

export interface EnvironmentPlanOptions extends ChangeOptions {
  /** Whether to delete the defined alerts instead. Default: false. */
  readonly isRemoval?: boolean;
  readonly rules?: CompiledRules | undefined;
  /** Default: no back-tests. */
  readonly backtest?: BacktestOptions | undefined;
  /** Patterns of names by their option or setting. One that matches no name is a warning. */
  readonly patterns?: Readonly<Record<string, readonly string[]>>;
  /** The patterns of owned alerts, for the report. Null without `owns`. */
  readonly ownedPatterns?: readonly string[] | null;
  /** The alerts that a plan of Terraform deletes. */
  readonly deletions?: readonly Pick<AlertDefinition, "name" | "place">[];
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
  options: EnvironmentPlanOptions = {},
): Promise<DescribedPlan> {
  const found = await findPlanned(session, definitions, options);
  const tested = await addBacktests(session, definitions, found, options.backtest);
  return withPlanStatus(addProblems(tested, definitions, options));
}

function findPlanned(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { isRemoval = false, ...options }: EnvironmentPlanOptions,
): Promise<FoundChanges> {
  const namedKinds = [...(options.rules?.kinds ?? []), ...(options.namedKinds ?? [])];
  const find = isRemoval ? findRemovals : findChanges;
  return find(session, definitions, { ...options, namedKinds });
}

async function addBacktests(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  found: FoundChanges,
  options: BacktestOptions | undefined,
): Promise<FoundChanges> {
  const tested = await backtestChanges(session, found, definitions, options);
  if (tested === undefined) return found;
  const { backtests, names, checkFacts } = tested;
  return {
    ...found,
    backtests,
    names: { ...found.names, ...names },
    checkFacts: { ...found.checkFacts, ...checkFacts },
  };
}

/** Evaluates the rules and the checks. */
function addProblems(
  { checkFacts, ...contents }: FoundChanges,
  definitions: readonly AlertDefinition[],
  {
    rules,
    isRemoval = false,
    warnings = [],
    patterns = {},
    ownedPatterns,
    deletions = [],
  }: EnvironmentPlanOptions,
): PlanContents & PlanDescription {
  const { changes, unmanaged, names = {} } = contents;
  const ruled = rules?.checkChanges(changes, definitions, names, (change) =>
    describeForRules(change, contents),
  );
  const facts = { created: createdAlerts(changes), ...checkFacts };
  const checked = runChecks(isRemoval ? facts : { ...facts, notifying: definitions });
  const allNames = [...changes.map(nameOf), ...unmanaged.map(({ name }) => name)];
  const problems = [
    ...checked.filter(({ where }) => where !== undefined),
    ...Object.entries(patterns).flatMap(([option, own]) => unmatchedPatterns(option, own, allNames)),
    ...(ruled?.problems ?? []),
    ...contents.problems,
    // The consequences of the plan as a whole.
    ...checked.filter(({ where }) => where === undefined),
  ];
  return {
    ...contents,
    ...(ruled === undefined || ruled.exceptions.length === 0 ? {} : { exceptions: ruled.exceptions }),
    ...omitUndefined({ owns: ownedPatterns }),
    names,
    problems: joinProblems(warnings, withPlaces(problems, [...deletions, ...definitions])),
  };
}
