import { type InvalidAlert } from "../../../definitions";
import { countLeading, formatPlace, groupBy, isError, type Place, type Problem } from "../../../diagnostics";
import { readOrigin } from "../../../plan-document";
import { type CheckFinding, type Report } from "../../../reports";
import { type CheckDocument } from "./document";

export function checkReport(
  document: CheckDocument,
  invalidAlerts: readonly InvalidAlert[],
  environments = 1,
): Report {
  const { alerts, problems, exceptions } = document;
  const errors = problems.filter(isError).length;
  const ofInvalidAlerts = new Set(invalidAlerts.flatMap((alert) => alert.problems));
  const problemsOf = assignProblems(
    alerts,
    problems.filter((problem) => !ofInvalidAlerts.has(problem)),
  );
  return {
    kind: "check",
    title: "Check",
    ...readOrigin(document),
    errors,
    warnings: problems.length - errors,
    environments,
    findings: [
      ...alerts.map((alert) => definitionFinding(alert.name, alert.where, problemsOf.get(alert) ?? [])),
      ...invalidAlerts.map(({ name, place, problems: own }) =>
        definitionFinding(name ?? `Alert at ${formatPlace(place)}`, place, own),
      ),
    ],
    exceptions,
    problems: problemsOf.get(undefined) ?? [],
  };
}

type CheckedAlert = CheckDocument["alerts"][number];

/**
 * Assigns each problem to the alert with its name that starts before it in the same file. Otherwise, to the first alert with its name, or to
 * no alert. The binary search is for files that repeat a name thousands of times.
 */
function assignProblems(
  alerts: readonly CheckedAlert[],
  problems: readonly Problem[],
): Map<CheckedAlert | undefined, Problem[]> {
  const byName = groupBy(alerts, ({ name }) => name);
  const byFile = groupBy(alerts, ({ name, where }) => fileKey(name, where));
  return groupBy(problems, ({ where = {} }) => {
    const name = where.subject ?? "";
    return lastBefore(byFile.get(fileKey(name, where)) ?? [], where) ?? byName.get(name)?.[0];
  });
}

/** Two constructs of one file can define the same name. */
function fileKey(name: string, { file, construct, address }: Place): string {
  return JSON.stringify([name, file, construct, address]);
}

function lastBefore(
  alerts: readonly CheckedAlert[],
  { line = 0, column = 0 }: Place,
): CheckedAlert | undefined {
  const count = countLeading(alerts, ({ where: { line: start = 0, column: startColumn = 0 } }) => {
    return start < line || (start === line && startColumn <= column);
  });
  return alerts[count - 1];
}

function definitionFinding(name: string, where: Place, problems: readonly Problem[]): CheckFinding {
  const severity = problems.some(isError) ? "error" : problems.length > 0 ? "warning" : "none";
  return { kind: "check", name, severity, problems, where };
}
