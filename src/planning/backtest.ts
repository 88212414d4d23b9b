/** Back-tests alerts: reads the history and the metrics. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { thresholdEventType } from "../alerting";
import { ClientClosedError } from "../client";
import { errorMessage, omitUndefined, type Problem, ProblemError } from "../diagnostics";
import { type EnvironmentSession, readConfigs } from "../engine";
import {
  Backtest,
  type BacktestResult,
  type BacktestSubject,
  type CheckFacts,
  type Completeness,
  isMetricLineProblem,
  type LiveThresholdAlert,
  MetricFileParser,
  metricsHeader,
  type NamedMetricValue,
  type Period,
  runChecks,
  thresholdAlertsIn,
} from "../impact";
import { namesInCatalog, type ObjectNames } from "../plan-document";
import { type AlertDefinition, isWriting, nameOf, type PlanContents, versionsOfChange } from "../reconcile";
import { type Alert, isSupported } from "../service";
import { readChangeFacts } from "./check-facts";
import { readEvents } from "./read-events";

export interface TestedAlerts {
  readonly backtests: BacktestResult;
  /** Names of the destinations. */
  readonly names: ObjectNames;
  readonly checkFacts: Partial<CheckFacts>;
}

export interface BacktestOptions {
  readonly maxFirings?: CheckFacts["backtest"]["limit"] | undefined;
  /** File with values of metrics. */
  readonly metrics?: string | undefined;
  /** @param nowMs the time of the service, in Unix milliseconds @throws ProblemError if the period is not valid */
  readonly periodAt: (nowMs: number) => Period;
  /** Whether unusable values of metrics are thrown as errors. Default: checks report them, as errors only if there is a limit. */
  readonly requiresMetrics?: boolean;
  /** Type of the events that fired threshold alerts generate. Default: that of public examples. */
  readonly recordedType?: string | undefined;
  /** Ends the reading of metrics. */
  readonly signal: AbortSignal;
  /** Replaces the status line. An empty line removes it. */
  readonly setStatus?: ((line: string) => void) | undefined;
}

/**
 * Back-tests the changes, and reads what the checks of their alerts need. Undefined without options, or without changes.
 * @throws ProblemError for a file of metrics that cannot be used, also without changes
 */
export async function backtestChanges(
  session: EnvironmentSession,
  contents: Pick<PlanContents, "changes" | "unmanaged">,
  definitions: readonly AlertDefinition[],
  options: BacktestOptions | undefined,
): Promise<TestedAlerts | undefined> {
  const subjects = contents.changes.filter(isWriting).map((change) => ({
    name: nameOf(change),
    ...versionsOfChange(change),
    live: change.action === "create" ? undefined : liveThresholdId(change.live.alert),
  }));
  if (options === undefined) return undefined;
  if (subjects.length === 0) {
    const { metrics, signal } = options;
    if (metrics !== undefined) await readMetricValues(signal, metrics, new Set(), () => undefined);
    return undefined;
  }
  const tested = await backtestSubjects(session, subjects, options);
  const facts = await readChangeFacts(session, contents.changes, definitions);
  return { ...tested, checkFacts: { ...tested.checkFacts, ...facts } };
}

/** The ID of a threshold alert, whose firings are recorded. */
export function liveThresholdId({ id, kind }: Pick<Alert, "id" | "kind">): number | undefined {
  return kind === "threshold" ? id : undefined;
}

/**
 * Reads the hosts, policies, durations and destinations once each, and then the events of the period. If the firings of a live alert are
 * recorded, reads the configurations of all threshold alerts.
 */
export async function backtestSubjects(
  session: EnvironmentSession,
  subjects: readonly BacktestSubject[],
  options: BacktestOptions,
): Promise<TestedAlerts> {
  const { periodAt, maxFirings: limit, metrics: file, requiresMetrics, setStatus } = options;
  const { catalog } = session;
  const isRecorded = subjects.some(({ live }) => live !== undefined);
  const [hosts, policies, durations, destinations, live] = await Promise.all([
    catalog.hostsSeenSince(),
    catalog.policies(),
    file === undefined && !isRecorded ? [] : catalog.durations(),
    catalog.destinations(),
    isRecorded ? readThresholdAlerts(session) : [],
  ]);
  const period = periodAt(session.serviceNow("period"));
  const recorded = isRecorded
    ? { type: options.recordedType ?? thresholdEventType, alerts: live }
    : undefined;
  const backtest = new Backtest({
    subjects,
    hosts,
    policies,
    durations,
    period,
    maxFirings: limit,
    recorded,
  });
  const hostNames = hosts.flatMap(({ name, isDeleted }) => (isDeleted ? [] : (name ?? [])));
  const metrics = file === undefined ? undefined : await addMetrics(backtest, file, hostNames, options);
  const problems = requiresMetrics === true && metrics !== undefined ? runChecks({ metrics }) : [];
  if (problems.length > 0) throw new ProblemError(problems);
  const completeness = backtest.needsEvents ? await addEvents(backtest, session, period) : undefined;
  setStatus?.("");
  const result = backtest.result(completeness ?? { status: "complete" });
  return {
    backtests: result,
    names: namesInCatalog({ destinations }),
    checkFacts: omitUndefined({
      metrics,
      backtest: limit && {
        result,
        limit,
        completeness: backtest.testsEvents ? completeness : undefined,
        hasValues: file !== undefined,
      },
    }),
  };
}

async function readThresholdAlerts(session: EnvironmentSession): Promise<LiveThresholdAlert[]> {
  const listed = await session.live.alerts();
  const alerts = listed.filter(isSupported).filter(({ kind }) => kind === "threshold");
  return thresholdAlertsIn(await readConfigs(session, alerts));
}

async function addMetrics(
  backtest: Backtest,
  file: string,
  hostNames: readonly string[],
  { signal, maxFirings, requiresMetrics }: BacktestOptions,
): Promise<CheckFacts["metrics"]> {
  const valueCount = await readMetricValues(signal, file, backtest.metrics, (value) => {
    backtest.addMetricValue(value);
  });
  return {
    file,
    severity: requiresMetrics === true || maxFirings !== undefined ? "error" : "warning",
    valueCount,
    tested: [...backtest.metrics],
    missing: backtest.missingMetrics,
    unused: backtest.unusedMetrics,
    hostNames,
  };
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
async function readMetricValues(
  signal: AbortSignal,
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
