/**
 * Formats the problems of a report for the code quality widget of GitLab merge requests.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
import { createHash } from "node:crypto";
import { formatEnvironments, formatProblem, isError, type Problem, toSafeJson } from "../../diagnostics";
import { type Report } from "../shared/report/report";

/** @returns a JSON array of the problems that have a file */
export function codeQuality(report: Report): string {
  const title = `dbmon ${report.title.toLowerCase()}`;
  const issues = problemsWithPlaces(report).flatMap((problem) => {
    const { what, where, remedy } = problem;
    if (where?.file === undefined) return [];
    return [
      {
        description: [
          `${what}${formatEnvironments(problem)}`,
          ...(remedy === undefined ? [] : [remedy]),
        ].join(" "),
        check_name: title,
        // Without the line, so that GitLab recognizes a problem that moved.
        fingerprint: createHash("sha256")
          .update(formatProblem({ ...problem, where: withoutLine(where) }))
          .digest("hex"),
        severity: isError(problem) ? "major" : "minor",
        location: { path: where.file, lines: { begin: where.line ?? 1 } },
      },
    ];
  });
  return toSafeJson(JSON.stringify(issues, undefined, 2));
}

/** A problem of an alert without a place gets the place of the definition. */
function problemsWithPlaces({ problems, entries }: Report): readonly Problem[] {
  const ofEntries = entries.flatMap(({ where: entryPlace, problems }) =>
    problems.map((problem) => ({ ...problem, where: { ...entryPlace, ...problem.where } })),
  );
  return [...problems, ...ofEntries];
}

function withoutLine<T extends { readonly line?: number; readonly column?: number }>(
  where: T,
): Omit<T, "line" | "column"> {
  const { line: _line, column: _column, ...rest } = where;
  return rest;
}
