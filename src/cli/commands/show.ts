/** `dbmon show`: a plan that was kept, in any of the forms; asks no service. */
import { type Command } from "commander";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { addHelp } from "../help";
import { readKeptDocument } from "../kept-plan";
import { addOutputFlags, type OutputFlags, present, presentingFailure } from "../output";
import { planReport } from "../report/plan-report";
import { showPlan } from "./plan";

export function registerShowCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("show")
    .description("show a plan that plan --out has kept; needs no service")
    .argument("<file>", "what plan --out has written");
  addHelp(addOutputFlags(command), {
    examples: ["dbmon show plan.json", "dbmon show plan.json --format markdown > comment.md"],
  }).action(async (file: string, flags: OutputFlags) => {
    const work = () => Promise.resolve(showCommand(context, file, flags));
    finish(await presentingFailure(context, flags, "Plan", [file], work));
  });
}

function showCommand(context: CliContext, file: string, flags: OutputFlags): ExitCode {
  const document = readKeptDocument(file);
  showPlan(context, document, flags);
  return present(context, flags, { document, report: planReport(document) }, exitCodes.done);
}
