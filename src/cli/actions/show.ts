/** What `dbmon show` does: it reads a plan that was kept, and shows it as `dbmon plan` has. */
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readSavedDocument } from "../plans/saved-plan";
import { writeResult, withFailureReport } from "../output";
import { type OutputFlags } from "../output-flags";
import { planReport } from "../report/plan-report";
import { showPlan } from "./plan";

/** @returns the exit code */
export function showAction(context: CliContext, file: string, flags: OutputFlags): Promise<ExitCode> {
  const work = () => Promise.resolve(show(context, file, flags));
  return withFailureReport(context, flags, "Plan", [file], work);
}

function show(context: CliContext, file: string, flags: OutputFlags): ExitCode {
  const document = readSavedDocument(file);
  showPlan(context, document, flags);
  return writeResult(context, flags, { document, report: planReport(document) }, exitCodes.done);
}
