/** Builds the report of a command in several environments: a table, and a section for each. Equal sections are joined. */
import { groupBy, type Problem } from "../../../diagnostics";
import {
  type ChangeCounts,
  joinCounts,
  type Origin,
  pluralize,
  type Report,
  type Section,
} from "../report/report";
import { problemLines, reportLines } from "../render/text";

/** What a command found in one environment. */
export interface Findings {
  readonly environment: string;
  readonly report: Report | undefined;
  readonly problems: readonly Problem[];
  /** Lines of a command without a report. */
  readonly lines: readonly string[];
  readonly hasFailed: boolean;
}

export function environmentsReport(results: readonly Findings[]): Report {
  const title = results.find(({ report }) => report !== undefined)?.report?.title ?? "Result";
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  const summary = `${pluralize(results.length, "environment")}${failed > 0 ? `, ${failed} failed` : ""}.`;
  return {
    title,
    summary,
    ...verdictOf(results),
    entries: [],
    problems: mergeProblems(results).map(({ merged }) => merged),
    ...(results.every(({ report }) => report === undefined) ? {} : { table: tableOf(results) }),
    sections: sectionsOf(results, title),
  };
}

/** The total counts of all environments. Empty without counts. */
function verdictOf(results: readonly Findings[]): Pick<Report, "verdict"> {
  const counts = results.flatMap(({ report }) => report?.counts ?? []);
  if (counts.length === 0) return {};
  const sum = (key: keyof ChangeCounts) => counts.reduce((total, { [key]: count = 0 }) => total + count, 0);
  const isPlan = results.some(({ report }) => report?.isPlan);
  const parts = joinCounts([
    [sum("deleted"), isPlan ? "to delete" : "deleted"],
    [sum("changed"), isPlan ? "to change" : "changed"],
    [sum("created"), isPlan ? "to create" : "created"],
    [sum("drifted"), "drifted or unknown"],
    [sum("failed"), "failed"],
  ]);
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  const failure = failed === 0 ? "" : `${failed} of ${pluralize(results.length, "environment")} failed. `;
  const environments = pluralize(counts.length, "environment");
  return { verdict: `${failure}Alerts in ${environments}: ${parts === "" ? "no changes" : parts}.` };
}

function tableOf(results: readonly Findings[]): NonNullable<Report["table"]> {
  return {
    titles: ["Environment", "Created", "Changed", "Deleted", "Drifted", "Errors"],
    rows: results.map(({ environment, report, problems }) => {
      const { created, changed, deleted, drifted, failed = 0 }: ChangeCounts = report?.counts ?? {};
      const errors = problems.filter(({ severity }) => severity === "error").length + failed;
      return [environment, created, changed, deleted, drifted, errors];
    }),
  };
}

/** The base URL is not part of a section, because environments have different services. */
function sectionsOf(results: readonly Findings[], title: string): Section[] {
  const groups = new Map<string, { section: Section; environments: string[]; origins: Origin[] }>();
  for (const { environment, report, problems, lines, hasFailed } of results) {
    const {
      environment: _,
      baseUrl,
      planned,
      fingerprint,
      ...content
    }: Report = report ?? {
      title,
      summary: "failed.",
      entries: [],
      problems,
    };
    const isListed = report === undefined && (lines.length > 0 || !hasFailed);
    const text = isListed ? lines : [...problemLines(content.problems), ...reportLines(content)];
    const key = text.join("\n");
    const group = groups.get(key);
    const origin = { environment, baseUrl, planned, fingerprint };
    if (group === undefined) {
      const lists = { environments: [environment], origins: [origin] };
      groups.set(key, { section: { ...lists, report: content, ...(isListed ? { lines } : {}) }, ...lists });
    } else {
      group.environments.push(environment);
      group.origins.push(origin);
    }
  }
  return [...groups.values()].map(({ section }) => section);
}

export interface MergedProblem {
  readonly merged: Problem;
  readonly of: readonly Problem[];
}

/** Joins problems that differ only in their environments. @param results `environment` is undefined for problems of all */
export function mergeProblems(
  results: readonly { readonly environment?: string | undefined; readonly problems: readonly Problem[] }[],
): MergedProblem[] {
  const found = results.flatMap(({ environment, problems }) =>
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
