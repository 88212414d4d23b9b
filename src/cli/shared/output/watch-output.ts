/** Prints the results of a command that runs again and again: the first in full, and then only what changed. */
import { type CliContext } from "../context";
import { printReport, reportProblems } from "./output";
import { summaryLine } from "../render/text";
import { type Report } from "../report/report";
import { changesSince } from "../report/report-changes";

/** @param now in Unix milliseconds */
export function printChanges(context: CliContext, previous: Report, next: Report, now: number): void {
  const time = new Date(now).toISOString();
  const changes = changesSince(previous, next);
  if (changes === undefined) {
    context.out(`${time} No change. ${summaryLine(next, context.color.out)}`);
    return;
  }
  context.out(time);
  reportProblems(context, changes.problems);
  printReport(context, changes);
}
