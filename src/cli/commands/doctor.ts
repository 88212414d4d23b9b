/** `dbmon doctor`: what this machine and the environment are like, and what to do where something is not well. */
import { type Command } from "commander";
import { readSources } from "../../definitions";
import { isError } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { type Finding, finding, type Health } from "../doctor/finding";
import { checkService } from "../doctor/service";
import { checkNode, checkTerraform } from "../doctor/tools";
import { connectionIn } from "../environment";
import { addHelp } from "../help";
import { jsonText } from "../json-text";
import { progressTo } from "../progress";
import { type Style } from "../render/palette";
import { shellPath } from "../shell-word";

interface Flags {
  readonly tryWrites?: true;
  readonly json?: true;
}

export function registerDoctorCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("doctor")
    .description("look at this machine, the tokens and the environment, and tell what to do; changes nothing")
    .argument("[source...]", "definitions, to tell which live alerts are in code")
    .option(
      "--try-writes",
      "also try whether the token may write: asks the service to delete an alert that does not exist",
    )
    .option("--json", "print one JSON document on stdout, and nothing else");
  addHelp(command, {
    examples: ["dbmon doctor", "dbmon doctor alerts --try-writes", "dbmon doctor --json"],
  }).action(async (sources: string[], flags: Flags) => {
    finish(await doctorCommand(context, sources, flags));
  });
}

async function doctorCommand(
  context: CliContext,
  sources: readonly string[],
  { json, tryWrites }: Flags,
): Promise<ExitCode> {
  const definitions = sources.length === 0 ? undefined : readSources(sources);
  const result = connectionIn(context.environment);
  const ofService = result.ok
    ? await checkService(result.connection, {
        onProgress: progressTo(context),
        signal: context.signal,
        defined: definitions && new Set(definitions.alerts.map(({ name }) => name)),
        tryWrites: tryWrites === true,
      })
    : result.problems.map(({ what, remedy }) => finding("service", "error", what, remedy));
  const findings = [
    checkNode(),
    ...(await checkTerraform(context.environment)),
    ...(definitions?.problems.some(isError)
      ? [
          finding(
            "definitions",
            "error",
            "The definitions have faults.",
            `Run dbmon check ${sources.map(shellPath).join(" ")}.`,
          ),
        ]
      : []),
    ...ofService,
  ];
  if (json === true) context.out(jsonText({ findings }));
  else findings.flatMap((one) => linesOf(one, context)).forEach(context.out);
  return findings.some(({ health }) => health === "error") ? exitCodes.error : exitCodes.done;
}

const styles: Readonly<Record<Health, Style>> = {
  ok: "green",
  note: "cyan",
  warning: "yellow",
  error: "red",
};

function linesOf({ check, health, what, remedy }: Finding, { paint }: CliContext): string[] {
  const head = `${paint.out(health.padEnd(8), styles[health])}${check.padEnd(12)}`;
  return [`${head}${what}`, ...(remedy === undefined ? [] : [`${" ".repeat(20)}${remedy}`])];
}
