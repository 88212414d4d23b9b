import { groupBy, type Problem } from "../../diagnostics";
import { problemLines, reportLines } from "../text/text";
import { type ChangeCounts, countsOf, type Origin, type Report, type Section } from "./report";

/** What a command found in one environment. */
export interface Findings {
  readonly environment: string;
  readonly report: Report | undefined;
  readonly problems?: readonly Problem[];
  /** Lines of a command without a report. */
  readonly lines?: readonly string[];
  readonly hasFailed?: boolean;
}

export function environmentsReport(results: readonly Findings[]): Report {
  const title = results.find(({ report }) => report !== undefined)?.report?.title ?? "Result";
  const failed = results.filter(({ hasFailed }) => hasFailed === true).length;
  const reports = results.flatMap(({ report }) => report ?? []);
  return {
    title,
    result: {
      kind: "environments",
      environments: results.length,
      failed,
      isPlan: reports.some(({ result }) => result.kind === "plan"),
      counts: reports.flatMap((report) => countsOf(report) ?? []),
    },
    entries: [],
    problems: mergeProblems(results).map(({ merged }) => merged),
    ...(results.every(({ report }) => report === undefined) ? {} : { table: tableOf(results) }),
    sections: sectionsOf(results, title),
  };
}

function tableOf(results: readonly Findings[]): NonNullable<Report["table"]> {
  return {
    titles: ["Environment", "Created", "Changed", "Deleted", "Drifted", "Errors"],
    rows: results.map(({ environment, report, problems = [] }) => {
      const {
        created,
        changed,
        deleted,
        drifted,
        failed = 0,
      }: ChangeCounts = (report && countsOf(report)) ?? {};
      const errors = problems.filter(({ severity }) => severity === "error").length + failed;
      return [environment, created, changed, deleted, drifted, errors];
    }),
  };
}

/** The base URL is not part of a section, because environments have different services. */
function sectionsOf(results: readonly Findings[], title: string): Section[] {
  const found = results.map(({ environment, report, problems = [], lines = [], hasFailed }) => {
    const failure: Report = { title, result: { kind: "failure" }, entries: [], problems };
    const { environment: _, baseUrl, planned, fingerprint, ...content } = report ?? failure;
    const isListed = report === undefined && (lines.length > 0 || hasFailed !== true);
    const origin: Origin = { environment, baseUrl, planned, fingerprint };
    return { origin, section: { report: content, ...(isListed ? { lines } : {}) } };
  });
  const groups = groupBy(found, ({ section: { report, lines } }) =>
    (lines ?? [...problemLines(report.problems), ...reportLines(report)]).join("\n"),
  );
  return [...groups.values()].flatMap((group) => {
    const origins = group.map(({ origin }) => origin);
    const environments = origins.flatMap(({ environment }) => environment ?? []);
    return group.slice(0, 1).map(({ section }) => ({ ...section, environments, origins }));
  });
}

export interface MergedProblem {
  readonly merged: Problem;
  readonly of: readonly Problem[];
}

/** Joins problems that differ only in their environments. */
export function mergeProblems(
  results: readonly { readonly environment?: string | undefined; readonly problems?: readonly Problem[] }[],
): MergedProblem[] {
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
