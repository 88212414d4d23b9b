import { type Plan } from "../../reconcile";
import { originLines, type Report } from "../../reports";
import { type CliContext } from "../framework/context";
import { type OutputFlags } from "../framework/flags";
import { isTextOutput, printReport, reportProblems } from "./output";

/** Reports the problems of a plan, and prints its changes where stdout has the text format. */
export function showPlan(context: CliContext, { status }: Plan, report: Report, flags: OutputFlags): void {
  reportProblems(context, report.problems);
  const isRefused = status === "refused";
  if (!isTextOutput(flags)) return;
  if (isRefused && report.findings.length === 0) {
    originLines(report).forEach(context.err);
    return;
  }
  // A plan refused for its deletions or for existing alerts lists them on stderr: stdout holds only plans that can be applied.
  printReport(context, report, isRefused ? "err" : "out");
}
