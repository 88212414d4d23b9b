/** Back-tests alerts: reads the history and the metrics. */
import { createReadStream } from "node:fs";
import { type MetricValue, thresholdEventType } from "../alerting";
import { ClientClosedError } from "../client";
import {
  errorMessage,
  errorOf,
  isError,
  omitUndefined,
  type Problem,
  ProblemError,
  toNfc,
} from "../diagnostics";
import { type EnvironmentSession, readConfigs } from "../engine";
import {
  Backtest,
  type BacktestResult,
  type BacktestSubject,
  type CheckFacts,
  type Completeness,
  isMetricFileProblem,
  type LiveThresholdAlert,
  MetricFileParser,
  type MetricFileProblem,
  metricsHeader,
  NameCounts,
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
  readonly period: Period;
  /** The used values of metrics. */
  readonly values: readonly MetricValue[];
  readonly checkFacts: Partial<CheckFacts>;
}

export interface BacktestOptions {
  readonly maxFirings?: CheckFacts["backtest"]["limit"] | undefined;
  /** File with values of metrics. */
  readonly metrics?: string | undefined;
  /** The label of Prometheus with the names of hosts. */
  readonly metricsHost?: string | undefined;
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
    const { metrics } = options;
    const ignore = () => undefined;
    if (metrics !== undefined) await readMetricValues(metrics, options, new Set(), ignore, ignore);
    return undefined;
  }
  const tested = await backtestSubjects(session, subjects, definitions, options);
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
 * @param definitions whose metrics the file may have, besides those of the subjects
 */
export async function backtestSubjects(
  session: EnvironmentSession,
  subjects: readonly BacktestSubject[],
  definitions: readonly AlertDefinition[],
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
  const readers = [...definitions, ...live.map(({ config }) => config)];
  const metrics =
    file === undefined
      ? undefined
      : { ...(await addMetrics(backtest, file, readers, options)), hostNames, knowsLive: isRecorded };
  const problems = requiresMetrics === true && metrics !== undefined ? runChecks({ metrics }) : [];
  if (problems.some(isError)) throw new ProblemError(problems);
  const completeness = backtest.needsEvents ? await addEvents(backtest, session, period) : undefined;
  setStatus?.("");
  const result = backtest.result(completeness ?? { status: "complete" });
  return {
    backtests: result,
    names: namesInCatalog({ destinations }),
    period,
    values: backtest.values.used,
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
  readers: readonly Pick<AlertDefinition, "condition">[],
  options: BacktestOptions,
): Promise<Omit<CheckFacts["metrics"], "hostNames" | "knowsLive">> {
  const isLimited = options.maxFirings !== undefined;
  const readByOthers = new Set(
    readers.map(({ condition }) => "metric" in condition && toNfc(condition.metric)),
  );
  const unreadMetrics = new NameCounts();
  const valueCount = await readMetricValues(
    file,
    options,
    backtest.metrics,
    (value) => {
      backtest.addMetricValue(value);
    },
    ({ metric }) => {
      if (!readByOthers.has(metric)) unreadMetrics.add(metric);
    },
  );
  const { metrics, missingMetrics: missing, unusedMetrics: unused, values } = backtest;
  const severity = options.requiresMetrics === true || isLimited ? "error" : "warning";
  return {
    file,
    severity,
    valueCount,
    tested: [...metrics],
    missing,
    unused,
    unknownHosts: values.unknownHosts,
    unreadMetrics,
    isLimited,
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

/** In UTF-16 units: of a line, and of JSON of Prometheus, which takes several times as much memory. */
const maxTextLength = 256 * 1024 * 1024;

/** What the file of a back-test is read with. */
type MetricsReading = Pick<BacktestOptions, "metricsHost" | "signal">;

/** Passes the values of the metrics to `use`, and other values to `ignore`. @returns the number of values */
async function readMetricValues(
  file: string,
  { signal, metricsHost: hostLabel }: MetricsReading,
  metrics: ReadonlySet<string>,
  use: (value: NamedMetricValue) => void,
  ignore: (value: NamedMetricValue) => void,
): Promise<number> {
  const parser = new MetricFileParser({ metrics, hostLabel });
  const problems: Problem[] = [];
  const input = createReadStream(file, { encoding: "utf8" });
  let count = 0;
  let used = 0;
  const readAll = (values: Iterable<NamedMetricValue | MetricFileProblem>) => {
    for (const value of values) {
      if (isMetricFileProblem(value)) problems.push(malformedFile(file, value));
      else {
        count++;
        if (!metrics.has(value.metric)) ignore(value);
        else if (++used > maxUsedValues) throw tooManyValues(file);
        else use(value);
      }
      if (problems.length === maxReported) throw new ProblemError(problems);
    }
  };
  try {
    let length = 0;
    for await (const line of linesOf(input as AsyncIterable<string>)) {
      if (signal.aborted) throw new ClientClosedError();
      readAll(parser.add(line));
      length = parser.isDocument ? length + line.length : line.length;
      if (length > maxTextLength) throw tooManyValues(file);
    }
    readAll(parser.end());
    if (hostLabel !== undefined && !parser.isDocument) throw uselessHostLabel(file);
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ClientClosedError) throw error;
    throw ProblemError.of("metrics-invalid", `The metrics cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file with values of metrics.",
    });
  } finally {
    input.destroy();
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return count;
}

/** Lines can end with a carriage return. A longer line than the limit is returned in parts. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = chunk.split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > maxTextLength) break;
  }
  yield rest;
}

function malformedFile(file: string, { line, reason, remedy }: MetricFileProblem): Problem {
  const what = `The ${line === undefined ? "file has no" : "line is not the"} value of a metric: ${reason}.`;
  return errorOf("metrics-invalid", what, {
    where: { file, ...(line === undefined ? {} : { line }) },
    remedy:
      remedy ??
      `Use CSV with the header ${metricsHeader.join(",")} or with one column per host, a JSON object with these keys in each line, or JSON of query_range of Prometheus.`,
  });
}

function uselessHostLabel(file: string): ProblemError {
  const what = "The file is not JSON of Prometheus, so --metrics-host has no effect.";
  return ProblemError.of("metrics-invalid", what, {
    where: { file },
    remedy:
      "Remove --metrics-host, which names the label with the hosts in JSON of query_range of Prometheus.",
  });
}

function tooManyValues(file: string): ProblemError {
  const what = `The file has more than ${maxUsedValues} values of the tested metrics.`;
  return ProblemError.of("metrics-invalid", what, {
    where: { file },
    remedy: "Use fewer values per hour, or a file for a shorter period.",
  });
}
