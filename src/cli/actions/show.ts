/** `dbmon show`: print a saved plan. */
import { writePlan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { writeResult, withFailureReport } from "../output";
import { type OutputFlags } from "../output-flags";
import { readSavedPlan } from "../plans/saved-plan";
import { planReport } from "../report/plan-report";
import { showPlan } from "./plan";

export function showAction(context: CliContext, file: string, flags: OutputFlags): Promise<ExitCode> {
  const work = () => Promise.resolve(show(context, file, flags));
  return withFailureReport(context, flags, "Plan", [file], work);
}

function show(context: CliContext, file: string, flags: OutputFlags): ExitCode {
  const plan = readSavedPlan(file);
  const document = writePlan(plan, plan);
  const report = planReport(document);
  showPlan(context, plan, report, flags);
  return writeResult(context, flags, { document, report }, exitCodes.done);
}
