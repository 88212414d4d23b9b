/** What `dbmon doctor` does: it looks at one thing after the other, and tells of each how it is. */
import { isError } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readSourcesOf } from "../plans/definitions";
import { type Finding, finding, type Health } from "../doctor/finding";
import { checkService } from "../doctor/service";
import { checkNode, checkTerraform } from "../doctor/tools";
import { connectionIn } from "../environment";
import { jsonText } from "../json-text";
import { progressTo } from "../progress";
import { type Style } from "../render/palette";
import { shellPath } from "../shell-word";

export interface DoctorFlags {
  readonly tryWrites?: true;
  readonly json?: true;
}

/** @returns the exit code */
export async function doctorAction(
  context: CliContext,
  sources: readonly string[],
  { json, tryWrites }: DoctorFlags,
): Promise<ExitCode> {
  const definitions = sources.length === 0 ? undefined : await readSourcesOf(context, sources);
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
