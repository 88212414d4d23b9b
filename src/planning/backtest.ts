/** Back-tests alerts: reads the history and the metrics, and checks the limit of firings. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ClientClosedError } from "../client";
import { Backtest, MetricFileParser, isMetricLineProblem, metricsHeader, runChecks, type BacktestResult, type BacktestSubject, type Completeness, type FiringLimit, type NamedMetricValue, type Period } from "../impact";
import { readEvents } from "./";
import { ProblemError, errorMessage, type Problem } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { namesInCatalog, type DescribedPlan, type ObjectNames } from "../plan-document";
import { isWriting, nameOf, type AlertDefinition, type Change, versionsOfChange, withPlaces, withPlanStatus } from "../reconcile";
import { checkPlannedAlerts, joinProblems } from "./checks";

export interface TestedAlerts {
  readonly result: BacktestResult;
  /** Violations of --max-firings. */
  readonly problems: readonly Problem[];
  /** Names of the destinations. */
  readonly names: ObjectNames;
}

/** Where a long read shows its status and is interrupted. */
export interface ReadingControl {
  readonly signal: AbortSignal;
  /** Replaces the status line. An empty line removes it. */
  readonly setStatus?: ((line: string) => void) | undefined;
}

export interface BacktestOptions {
  readonly maxFirings?: (FiringLimit & { readonly text: string }) | undefined;
  /** File with values of metrics. */
  readonly metrics?: string | undefined;
  readonly period: Period;
  /** Whether problems of the metrics are part of the result. Otherwise, they are thrown. Default: false. */
  readonly reportsMetricProblems?: boolean;
}

/**
 * The plan with its back-tests, and with warnings about alerts that can never fire. It is refused if an alert fires more often than
 * --max-firings allows.
 */
export async function backtestPlan(
  control: ReadingControl,
  session: EnvironmentSession,
  plan: DescribedPlan,
  options: BacktestOptions | undefined,
  definitions: readonly AlertDefinition[],
): Promise<DescribedPlan> {
  const tested = await backtestChanges(control, session, plan.changes, options);
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

/** Back-tests the changes over the period before now. Undefined without options, or without changes. */
export async function backtestChanges(
  control: ReadingControl,
  session: EnvironmentSession,
  changes: readonly Change[],
  options: BacktestOptions | undefined,
): Promise<TestedAlerts | undefined> {
  if (options === undefined) return undefined;
  const subjects = changes
    .filter(isWriting)
    .map((change) => ({ name: nameOf(change), ...versionsOfChange(change) }));
  if (subjects.length === 0) return undefined;
  return backtestSubjects(control, session, subjects, { ...options, reportsMetricProblems: true });
}

/** Reads the hosts, policies, durations and destinations once each, and then the events of the period. */
export async function backtestSubjects(
  control: ReadingControl,
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
  const metricProblems = metrics === undefined ? [] : await addMetrics(control, backtest, metrics, hostNames);
  if (metricProblems.length > 0 && !reportsMetricProblems) throw new ProblemError(metricProblems);
  const completeness = backtest.needsEvents ? await addEvents(backtest, session, period) : undefined;
  control.setStatus?.("");
  const result = backtest.result(completeness ?? { status: "complete" });
  const problems =
    maxFirings === undefined
      ? metricProblems.map((problem): Problem => ({ ...problem, severity: "warning" }))
      : [...metricProblems, ...runChecks({ backtest: { result, limit: maxFirings, completeness } })];
  return { result, problems, names: namesInCatalog({ destinations }) };
}

async function addMetrics(
  control: ReadingControl,
  backtest: Backtest,
  file: string,
  hostNames: readonly string[],
): Promise<readonly Problem[]> {
  try {
    const valueCount = await readMetricValues(control, file, backtest.metrics, (value) => {
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
  { signal }: ReadingControl,
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
