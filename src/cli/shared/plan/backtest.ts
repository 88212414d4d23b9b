/** Back-tests alerts for a command: reads the history and the metrics, and checks --max-firings. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ClientClosedError, type Period, readEvents } from "../../../client";
import { errorMessage, type Problem, ProblemError } from "../../../diagnostics";
import { type EnvironmentSession } from "../../../engine";
import {
  Backtest,
  type BacktestResult,
  type BacktestSubject,
  type Completeness,
  isMetricLineProblem,
  MetricFileParser,
  metricsHeader,
  type NamedMetricValue,
  runChecks,
} from "../../../impact";
import { type DescribedPlan, namesInCatalog, type ObjectNames } from "../../../plan-document";
import {
  type AlertDefinition,
  type Change,
  isWriting,
  nameOf,
  versionsOfChange,
  withPlaces,
  withPlanStatus,
} from "../../../reconcile";
import { maxPeriodDays, maxPeriodSeconds } from "../../../service/vocabulary";
import { type CliContext } from "../context";
import { type BacktestFlags, defaultPeriodDays, type MaxFirings } from "../flags";
import { type PeriodFlags } from "../service/times";
import { checkPlannedAlerts, joinProblems } from "./checks";

export interface TestedAlerts {
  readonly result: BacktestResult;
  /** Violations of --max-firings. */
  readonly problems: readonly Problem[];
  /** Names of the destinations. */
  readonly names: ObjectNames;
}

interface BacktestOptions {
  readonly maxFirings?: MaxFirings | undefined;
  /** File with values of metrics. */
  readonly metrics?: string | undefined;
  readonly period: Period;
  /** Whether problems of the metrics are part of the result. Otherwise, they are thrown. Default: false. */
  readonly reportsMetricProblems?: boolean;
}

export function validateBacktestFlags({ backtest, since, until, metrics, maxFirings }: BacktestFlags): void {
  const dependent = { "--since": since, "--until": until, "--metrics": metrics, "--max-firings": maxFirings };
  const [option] = Object.entries(dependent).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (backtest === true || option === undefined) return;
  throw ProblemError.of(`${option} has no effect without --backtest.`, { remedy: "Add --backtest." });
}

/**
 * The period that --since and --until select.
 * @param nowMs in Unix milliseconds
 * @param defaultDays length without --since
 */
export function resolvePeriod(
  { since, until = 0 }: PeriodFlags,
  nowMs: number,
  defaultDays = defaultPeriodDays,
): Period {
  const now = Math.floor(nowMs / 1000);
  const toUnixSeconds = (time: number) => (time > 0 ? time : now + time);
  const end = toUnixSeconds(until);
  const start = since === undefined ? end - defaultDays * 86_400 : toUnixSeconds(since);
  if (end > now) {
    throw ProblemError.of("--until is in the future.", {
      remedy: "Set a time that has passed. Without --until, the period ends now.",
    });
  }
  if (start >= end) {
    throw ProblemError.of("The period ends before it starts: --until is not after --since.", {
      remedy: "Set an earlier --since or a later --until.",
    });
  }
  if (end - start > maxPeriodSeconds || start < 1) {
    throw ProblemError.of(`The period is longer than ${maxPeriodDays}d, or starts before 1970.`, {
      remedy: "Set a later --since or --until.",
    });
  }
  return { from: start, until: end };
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
  return withPlanStatus({
    ...plan,
    names: { ...plan.names, ...names },
    backtests: result,
    problems: [...joinProblems(plan.problems, checked), ...withPlaces(problems, definitions)],
  });
}

/** Back-tests the changes over the period before now. Undefined without --backtest, or without changes. */
export async function backtestChanges(
  context: CliContext,
  session: EnvironmentSession,
  changes: readonly Change[],
  flags: BacktestFlags,
): Promise<TestedAlerts | undefined> {
  if (flags.backtest !== true) return undefined;
  const subjects = changes
    .filter(isWriting)
    .map((change) => ({ name: nameOf(change), ...versionsOfChange(change) }));
  if (subjects.length === 0) return undefined;
  return backtestSubjects(context, session, subjects, {
    ...flags,
    reportsMetricProblems: true,
    period: resolvePeriod(flags, session.run.clock.now()),
  });
}

/** Reads the hosts, policies, durations and destinations once each, and then the events of the period. */
export async function backtestSubjects(
  context: CliContext,
  session: EnvironmentSession,
  subjects: readonly BacktestSubject[],
  { period, maxFirings, metrics, reportsMetricProblems = false }: BacktestOptions,
): Promise<TestedAlerts> {
  const { catalog } = session;
  const [hosts, policies, durations, destinations] = await Promise.all([
    catalog.hostsSeenSince(),
    catalog.policies(),
    metrics === undefined ? [] : catalog.durations(),
    catalog.destinations(),
  ]);
  const backtest = new Backtest({ subjects, hosts, policies, durations, period, maxFirings });
  const hostNames = hosts.flatMap(({ name, isDeleted }) => (isDeleted ? [] : (name ?? [])));
  const metricProblems = metrics === undefined ? [] : await addMetrics(context, backtest, metrics, hostNames);
  if (metricProblems.length > 0 && !reportsMetricProblems) throw new ProblemError(metricProblems);
  const completeness = backtest.needsEvents ? await addEvents(backtest, session, period) : undefined;
  context.setStatus?.("");
  const result = backtest.result(completeness ?? { status: "complete" });
  const problems =
    maxFirings === undefined
      ? metricProblems.map((problem): Problem => ({ ...problem, severity: "warning" }))
      : [...metricProblems, ...runChecks({ backtest: { result, limit: maxFirings, completeness } })];
  return { result, problems, names: namesInCatalog({ destinations }) };
}

async function addMetrics(
  context: CliContext,
  backtest: Backtest,
  file: string,
  hostNames: readonly string[],
): Promise<readonly Problem[]> {
  try {
    const valueCount = await readMetricValues(context, file, backtest.metrics, (value) => {
      backtest.addMetricValue(value);
    });
    const { metrics, missingMetrics: missing, unusedMetrics: unused } = backtest;
    return runChecks({ metrics: { file, valueCount, tested: [...metrics], missing, unused, hostNames } });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    backtest.failMetrics("the values of metrics cannot be used");
    return error.problems;
  }
}

async function addEvents(
  backtest: Backtest,
  session: EnvironmentSession,
  period: Period,
): Promise<Completeness> {
  const { completeness } = await readEvents(session, period, (events) => {
    backtest.addEvents(events);
  });
  if (completeness.status !== "failed") return completeness;
  return { status: "failed", reason: completeness.problems.map(({ what }) => what).join(" ") };
}

/** A file in another format has a problem in each line. A few problems show this. */
const maxReported = 10;
/** Each used value needs about 100 bytes of memory. */
const maxUsedValues = 5_000_000;

/** Passes the values of the metrics to `use`. */
export async function readMetricValues(
  { signal }: Pick<CliContext, "signal">,
  file: string,
  metrics: ReadonlySet<string>,
  use: (value: NamedMetricValue) => void,
): Promise<number> {
  const parser = new MetricFileParser();
  const problems: Problem[] = [];
  const input = createReadStream(file, { encoding: "utf8" });
  let count = 0;
  let used = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (signal.aborted) throw new ClientClosedError();
      const value = parser.add(line);
      if (value === undefined) continue;
      if (isMetricLineProblem(value)) problems.push(malformedLine(file, value.line, value.reason));
      else {
        count++;
        if (metrics.has(value.metric)) {
          if (++used > maxUsedValues) throw tooManyValues(file);
          use(value);
        }
      }
      if (problems.length === maxReported) break;
    }
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ClientClosedError) throw error;
    throw ProblemError.of(`The metrics cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file with values of metrics.",
    });
  } finally {
    input.destroy();
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return count;
}

function malformedLine(file: string, line: number, reason: string): Problem {
  return {
    severity: "error",
    what: `The line is not the value of a metric: ${reason}.`,
    where: { file, line },
    remedy: `Use CSV with the header ${metricsHeader.join(",")}, or a JSON object with these keys in each line.`,
  };
}

function tooManyValues(file: string): ProblemError {
  return ProblemError.of(`The file has more than ${maxUsedValues} values of the tested metrics.`, {
    where: { file },
    remedy: "Use fewer values per hour, or a file for a shorter period.",
  });
}
