/** Builds the report of a check: one entry per definition with its problems. */
import { isError, type Problem } from "../../diagnostics";
import { type CheckDocument } from "../documents/check-document";
import { type Entry, pluralize, type Report } from "./report";

export function checkReport({ alerts, problems }: CheckDocument): Report {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const names = new Set(alerts.map(({ name }) => name));
  const isOfAlert = (subject: string | undefined) => subject !== undefined && names.has(subject);
  return {
    title: "Check",
    summary: `${pluralize(alerts.length, "alert")} checked: ${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}.`,
    hasOnlyProblems: true,
    entries: alerts.map((alert) =>
      definitionEntry(
        alert,
        problems.filter(({ where }) => where?.subject === alert.name),
      ),
    ),
    problems: problems.filter(({ where }) => !isOfAlert(where?.subject)),
  };
}

function definitionEntry({ name, where }: CheckDocument["alerts"][number], problems: Problem[]): Entry {
  const level = problems.some(isError) ? "error" : problems.length > 0 ? "warning" : "none";
  return {
    name,
    label: { error: "invalid:", warning: "warning:", none: "valid:" }[level],
    description: pluralize(problems.length, "problem"),
    severity: level,
    effect: ({ error: "delete", warning: "change", none: "none" } as const)[level],
    fields: [],
    fieldStyle: "values",
    notes: [],
    problems,
    where,
  };
}
