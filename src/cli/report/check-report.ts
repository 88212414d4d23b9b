/** A check of definitions: each alert with what is wrong with it, and what is wrong with the files. */
import { isError } from "../../diagnostics";
import { type CheckDocument } from "../documents/check-document";
import { pluralize, type Entry, type Report } from "./report";

export function checkReport({ alerts, problems }: CheckDocument): Report {
  const errors = problems.filter(isError).length;
  const names = new Set(alerts.map(({ name }) => name));
  const isOfAlert = (subject: string | undefined) => subject !== undefined && names.has(subject);
  return {
    title: "Check",
    summary: `${pluralize(alerts.length, "alert")} read: ${pluralize(errors, "error")}, ${pluralize(problems.length - errors, "warning")}.`,
    hasOnlyProblems: true,
    entries: alerts.map(({ name, where }): Entry => {
      const own = problems.filter((problem) => problem.where?.subject === name);
      return {
        name,
        label: own.length === 0 ? "good:" : "faulty:",
        says: own.length === 0 ? "has no fault" : `has ${pluralize(own.length, "fault")}`,
        weight: own.some(isError) ? "error" : own.length > 0 ? "warning" : "none",
        tone: own.some(isError) ? "delete" : own.length > 0 ? "change" : "none",
        fields: [],
        shows: "values",
        notes: [],
        problems: own,
        where,
      };
    }),
    problems: problems.filter(({ where }) => !isOfAlert(where?.subject)),
  };
}
