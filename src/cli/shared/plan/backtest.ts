/** Back-tests alerts for a command: reads the history and the samples, and checks --max-firings. */
import { type EventReading, type Period, readEvents } from "../../../client";
import { type Problem, ProblemError } from "../../../diagnostics";
import { type EnvironmentSession } from "../../../engine";
import {
  Backtest,
  type BacktestResult,
  type BacktestSubject,
  type Completeness,
  runChecks,
} from "../../../impact";
import {
  type AlertDefinition,
  asPlan,
  type Change,
  isWriting,
  nameOf,
  versionsOfChange,
  withPlaces,
} from "../../../reconcile";
import { type DescribedPlan, namesInCatalog, type ObjectNames } from "../../../plan-document";
import { type CliContext } from "../context";
import { type BacktestFlags, type MaxFirings } from "./backtest-flags";
import { checkPlannedAlerts } from "./checks";
import { readSamples } from "./samples";

export interface TestedAlerts {
  readonly result: BacktestResult;
  /** Violations of --max-firings. */
  readonly problems: readonly Problem[];
  /** Names of the destinations. */
  readonly names: ObjectNames;
}

interface BacktestOptions {
  readonly maxFirings?: MaxFirings | undefined;
  /** File with metric values. */
  readonly samples?: string | undefined;
  readonly period: Period;
  /** Whether samples that cannot be used are a problem of the result. By default, the error is thrown. */
  readonly reportsSampleProblems?: boolean;
}

/** @throws ProblemError for options without --backtest */
export function validateBacktestFlags({ backtest, maxFirings, samples }: BacktestFlags): void {
  if (backtest !== undefined || (maxFirings === undefined && samples === undefined)) return;
  const option = maxFirings === undefined ? "--samples" : "--max-firings";
  throw ProblemError.of(`${option} has no effect without --backtest.`, {
    remedy: "Set the period of the back-test, for example --backtest 14d.",
  });
}

/**
 * Whether a plan names all hosts and destinations. Their ids differ between environments, and a report of several environments joins
 * equal changes. A back-test reads the hosts and destinations anyway.
 */
export function namesTargets({ target }: CliContext, { backtest }: BacktestFlags): boolean {
  return backtest !== undefined && target?.isOneOfSeveral === true;
}

/**
 * The plan with its back-tests, and with warnings about alerts that can never fire. It is refused if an alert fires more often than
 * --max-firings allows.
 */
export async function backtestPlan(
  context: CliContext,
  session: EnvironmentSession,
  plan: DescribedPlan,
  flags: BacktestFlags,
  definitions: readonly AlertDefinition[],
): Promise<DescribedPlan> {
  const tested = await backtestChanges(context, session, plan.changes, flags);
  if (tested === undefined) return plan;
  const { result, problems, names } = tested;
  const checked = await checkPlannedAlerts(session, plan, definitions);
  return asPlan({
    ...plan,
    names: { ...plan.names, ...names },
    backtests: result,
    problems: [...plan.problems, ...checked, ...withPlaces(problems, definitions)],
  });
}

/** Back-tests the changes over the period before now. Undefined without --backtest, or without changes. */
export async function backtestChanges(
  context: CliContext,
  session: EnvironmentSession,
  changes: readonly Change[],
  { backtest, ...flags }: BacktestFlags,
): Promise<TestedAlerts | undefined> {
  if (backtest === undefined) return undefined;
  const subjects = changes
    .filter(isWriting)
    .map((change) => ({ name: nameOf(change), ...versionsOfChange(change) }));
  if (subjects.length === 0) return undefined;
  const until = Math.floor(session.run.clock.now() / 1000);
  return backtestSubjects(context, session, subjects, {
    ...flags,
    reportsSampleProblems: true,
    period: { from: until - backtest, until },
  });
}

/**
 * Reads the hosts, policies, durations and destinations once each, and then the events of the period.
 * @throws ProblemError for samples that cannot be used
 */
export async function backtestSubjects(
  context: CliContext,
  session: EnvironmentSession,
  subjects: readonly BacktestSubject[],
  { period, maxFirings, samples, reportsSampleProblems = false }: BacktestOptions,
): Promise<TestedAlerts> {
  const { catalog } = session;
  const [hosts, policies, durations, destinations] = await Promise.all([
    catalog.hostsSeenSince(),
    catalog.policies(),
    samples === undefined ? [] : catalog.durations(),
    catalog.destinations(),
  ]);
  const backtest = new Backtest({ subjects, hosts, policies, durations, period, maxFirings });
  const sampleProblems = samples === undefined ? [] : await addSamples(context, backtest, samples);
  if (sampleProblems.length > 0 && !reportsSampleProblems) throw new ProblemError(sampleProblems);
  const completeness = backtest.needsEvents ? await addEvents(backtest, session, period) : undefined;
  context.setStatus?.("");
  const result = backtest.result(completeness ?? { status: "complete" });
  const problems =
    maxFirings === undefined
      ? sampleProblems.map((problem): Problem => ({ ...problem, severity: "warning" }))
      : [
          ...sampleProblems,
          ...runChecks({ backtest: { exceeded: result.exceeded, limit: maxFirings, completeness } }),
        ];
  return { result, problems, names: namesInCatalog({ destinations }) };
}

/** @returns why the samples cannot be used. Then the back-test ignores all of them. */
async function addSamples(
  context: CliContext,
  backtest: Backtest,
  file: string,
): Promise<readonly Problem[]> {
  try {
    await readSamples(context, file, backtest.metrics, (sample) => {
      backtest.addSample(sample);
    });
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    backtest.failSamples("the samples cannot be used");
    return error.problems;
  }
}

async function addEvents(
  backtest: Backtest,
  session: EnvironmentSession,
  period: Period,
): Promise<Completeness> {
  const reading = await readEvents(session, period, (events) => {
    backtest.addEvents(events);
  });
  return completenessOf(reading);
}

function completenessOf({ completeness }: EventReading): Completeness {
  if (completeness.status !== "failed") return completeness;
  return { status: "failed", reason: completeness.problems.map(({ what }) => what).join(" ") };
}
