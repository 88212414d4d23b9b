/** Builds the report of a command in several environments: a table, and a section for each, of which equal ones are joined. */
import { type Problem } from "../../diagnostics";
import { type ChangeCounts, pluralize, type Report, type Section } from "../report/report";
import { problemLines, reportLines } from "../render/text";
import { mergeProblems } from "./merge-checks";

export interface EnvironmentResult {
  readonly environment: string;
  readonly report: Report | undefined;
  readonly problems: readonly Problem[];
  /** Lines of a command without a report. */
  readonly lines: readonly string[];
  readonly hasFailed: boolean;
}

export function environmentsReport(results: readonly EnvironmentResult[]): Report {
  const title = results.find(({ report }) => report !== undefined)?.report?.title ?? "Result";
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  const summary = `${pluralize(results.length, "environment")}${failed > 0 ? `, ${failed} failed` : ""}.`;
  return {
    title,
    summary,
    entries: [],
    problems: mergeProblems(results).map(({ merged }) => merged),
    ...(results.every(({ report }) => report === undefined) ? {} : { table: tableOf(results) }),
    sections: sectionsOf(results, title),
  };
}

function tableOf(results: readonly EnvironmentResult[]): NonNullable<Report["table"]> {
  return {
    titles: ["Environment", "Created", "Changed", "Deleted", "Drifted", "Errors"],
    rows: results.map(({ environment, report, problems }) => {
      const { created, changed, deleted, drifted, failed = 0 }: ChangeCounts = report?.counts ?? {};
      const errors = problems.filter(({ severity }) => severity === "error").length + failed;
      return [environment, created, changed, deleted, drifted, errors];
    }),
  };
}

/** The services of environments differ, so the address is no part of a section. */
function sectionsOf(results: readonly EnvironmentResult[], title: string): Section[] {
  const groups = new Map<
    string,
    { section: Section; environments: string[]; baseUrls: (string | undefined)[] }
  >();
  for (const { environment, report, problems, lines, hasFailed } of results) {
    const {
      baseUrl,
      fingerprint: _,
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
    if (group === undefined) {
      const names = { environments: [environment], baseUrls: [baseUrl] };
      groups.set(key, { section: { ...names, report: content, ...(isListed ? { lines } : {}) }, ...names });
    } else {
      group.environments.push(environment);
      group.baseUrls.push(baseUrl);
    }
  }
  return [...groups.values()].map(({ section }) => section);
}
