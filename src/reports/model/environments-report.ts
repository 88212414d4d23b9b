import { groupBy, type Problem } from "../../diagnostics";
import { type BacktestHistory } from "../../plan-document";
import { type DescribedBacktest, type Finding, type FindingFacts, statusOf } from "./findings";
import {
  type ChangeCounts,
  countsOf,
  listedFindings,
  type Origin,
  type Report,
  type ReportOf,
  type ReportTable,
  type Section,
} from "./report";

/** What a command found in one environment. */
export interface EnvironmentFindings {
  readonly environment: string;
  readonly report?: Report | undefined;
  readonly problems?: readonly Problem[];
  /** Lines of a command without a report. */
  readonly lines?: readonly string[];
  readonly hasFailed?: boolean;
}

export function environmentsReport(results: readonly EnvironmentFindings[]): ReportOf<"environments"> {
  const reports = results.flatMap(({ report }) => report ?? []);
  const title = reports[0]?.title ?? "Result";
  return {
    kind: "environments",
    title,
    findings: [],
    problems: mergeProblems(results).map(({ merged }) => merged),
    environments: results.length,
    failed: results.filter(({ hasFailed }) => hasFailed === true).length,
    ...(reports.length === 0 ? {} : { table: tableOf(results) }),
    sections: joinEqual(results, title),
  };
}

function tableOf(results: readonly EnvironmentFindings[]): ReportTable {
  const isAudit = results.some(({ report }) => report?.kind === "audit");
  return {
    titles: [
      "Environment",
      ...(isAudit ? ["Warnings"] : ["Created", "Changed", "Deleted", "Drifted"]),
      "Errors",
    ],
    rows: results.map(({ environment, report, problems = [] }) => {
      const counts: ChangeCounts = (report && countsOf(report)) ?? {};
      const { created, changed, deleted, drifted, warnings, errors: found = 0, failed = 0 } = counts;
      const errors = problems.filter(({ severity }) => severity === "error").length + failed + found;
      return [environment, ...(isAudit ? [warnings] : [created, changed, deleted, drifted]), errors];
    }),
  };
}

/** Environments with equal facts share a section. A command without a report has only its lines. */
function joinEqual(results: readonly EnvironmentFindings[], title: string): Section[] {
  const found = results.map(({ environment, report, problems = [], lines = [], hasFailed }) => {
    const failure: Report = { kind: "failure", title, findings: [], problems };
    const { environment: _, baseUrl, tokenVariable, planned, fingerprint, ...content } = report ?? failure;
    const isListed = report === undefined && (lines.length > 0 || hasFailed !== true);
    const origin: Origin = { environment, baseUrl, tokenVariable, planned, fingerprint };
    return { origin, section: { report: content, ...(isListed ? { lines } : {}) } };
  });
  const groups = groupBy(found, ({ section: { report, lines } }) =>
    lines === undefined ? contentOf(report) : JSON.stringify(lines),
  );
  return [...groups.values()].flatMap((group) => {
    const origins = group.map(({ origin }) => origin);
    const environments = origins.flatMap(({ environment }) => environment ?? []);
    return group.slice(0, 1).map(({ section }) => ({ ...section, environments, origins }));
  });
}

/** The facts of a report. Of a finding that is only counted, they are those that decide what counts it. */
function contentOf(report: Report): string {
  const listed = new Set(listedFindings(report));
  const findings = report.findings.map((finding: Finding) => {
    const { backtest, detail }: FindingFacts = finding;
    const content =
      listed.has(finding) || backtest !== undefined
        ? { ...finding, detail: detail?.(), backtest: backtest && namedBacktest(backtest) }
        : countedFacts(finding);
    return JSON.stringify(content, withoutTimes);
  });
  return JSON.stringify({ ...report, findings: findings.sort() }, withoutTimes);
}

/** The names of other destinations do not matter. */
function namedBacktest({ names, ...backtest }: DescribedBacktest): object {
  return { ...backtest, names: backtest.destinations.map(({ id }) => names?.destinations?.[id]) };
}

function countedFacts(finding: Finding): object {
  const { kind, severity } = finding;
  const status = statusOf(finding);
  if (kind === "check") return { kind, severity, problems: finding.problems };
  if (kind !== "change") return { kind, severity, status };
  return { kind, severity, status, hasMute: finding.mute?.hasEnded, isPartial: finding.ignored.length > 0 };
}

/** Omits what depends on the second in which an environment was read. Equal digests of events have equal timelines. */
function withoutTimes(key: string, value: unknown): unknown {
  if (key === "now" || key === "durationMs" || key === "timeline") return undefined;
  if (key !== "history" || value === undefined) return value;
  const { from: _, until: __, ...history } = value as BacktestHistory;
  return history;
}

/** Joins problems that differ only in their environments. */
export function mergeProblems(
  results: readonly { readonly environment?: string | undefined; readonly problems?: readonly Problem[] }[],
) {
  const found = results.flatMap(({ environment, problems = [] }) =>
    problems.map((problem) => ({ problem, names: problem.environments ?? environment ?? [] })),
  );
  return [...groupBy(found, ({ problem }) => problemKey(problem)).values()].flatMap((group) => {
    const of = group.map(({ problem }) => problem);
    const environments = [...new Set(group.flatMap(({ names }) => names))];
    const [first] = of;
    if (first === undefined) return [];
    return [{ of, merged: environments.length === 0 ? first : { ...first, environments } }];
  });
}

/** The remedy can list what exists in one environment, and the name of an alert can contain the environment. */
function problemKey({ severity, what, where: { subject, ...place } = {} }: Problem): string {
  return JSON.stringify([severity, what, place, place.line === undefined ? subject : undefined]);
}
