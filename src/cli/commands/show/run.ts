/** `dbmon show`: print a saved plan. */
import { describePlan } from "../../../planning";
import { environmentsReport, planReport } from "../../../reports";
import { readConfig } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type OutputFlags } from "../../framework/flags";
import { parseSavedPlan, readPlanFile, reportPlanned } from "../../inputs/saved-plan";
import {
  documentStatus,
  environmentsDocument,
  isTextOutput,
  printResult,
  showPlan,
  withFailureReport,
  writeResult,
} from "../../terminal/output";

export function showAction(context: CliContext, file: string, flags: OutputFlags): Promise<ExitCode> {
  return withFailureReport(context, flags, "Plan", [file], () =>
    show({ ...context, links: readConfig(context, {}) }, file, flags),
  );
}

async function show(context: CliContext, file: string, flags: OutputFlags): Promise<ExitCode> {
  const { plan: value, environments } = readPlanFile(file);
  if (environments !== undefined) return showPlans(context, file, environments, flags);
  const plan = parseSavedPlan(value, file);
  const document = describePlan(plan, plan);
  const report = planReport(document, Date.now());
  if (isTextOutput(flags)) reportPlanned(context, [document]);
  showPlan(context, plan, report, flags);
  return writeResult(context, flags, { code: exitCodes.done, document, report });
}

function showPlans(
  context: CliContext,
  file: string,
  plans: Readonly<Record<string, unknown>>,
  flags: OutputFlags,
): Promise<ExitCode> {
  const documents = Object.entries(plans).map(([environment, value]) => {
    const plan = parseSavedPlan(value, file);
    return [environment, describePlan(plan, plan)] as const;
  });
  const results = documents.map(([environment, document]) => {
    const own = planReport(document, Date.now());
    const status = documentStatus(exitCodes.done, own);
    return { environment, document, status, report: own, problems: document.problems };
  });
  const report = { ...environmentsReport(results), title: "Plan" };
  const shown = documents.map(([, document]) => document);
  if (isTextOutput(flags)) reportPlanned(context, shown);
  return printResult(context, flags, {
    code: exitCodes.done,
    document: environmentsDocument(results),
    report,
  });
}
