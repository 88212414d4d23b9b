/** What `dbmon doctor` does: it looks at one thing after the other, and tells of each how it is. */
import { isError } from "../../diagnostics";
import { createCallLog } from "../call-log";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readSourcesOf } from "../plans/definitions";
import { type Finding, finding, type Health } from "../doctor/finding";
import { checkService } from "../doctor/service";
import { checkNode, checkTerraform } from "../doctor/tools";
import { resolveConnectionFromEnv } from "../session";
import { jsonText } from "../json-text";
import { createProgressListener } from "../progress";
import { type Style } from "../render/color";
import { quotePathForShell } from "../shell";

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
  const result = resolveConnectionFromEnv(context.env);
  const ofService = result.ok
    ? await checkService(result.connection, {
        onProgress: createProgressListener(context),
        signal: context.signal,
        onCall: createCallLog(context),
        defined: definitions && new Set(definitions.alerts.map(({ name }) => name)),
        tryWrites: tryWrites === true,
      })
    : result.problems.map(({ what, remedy }) => finding("service", "error", what, remedy));
  const findings = [
    checkNode(),
    ...(await checkTerraform(context.env)),
    ...(definitions?.problems.some(isError)
      ? [
          finding(
            "definitions",
            "error",
            "The definitions have faults.",
            `Run dbmon check ${sources.map(quotePathForShell).join(" ")}.`,
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

function linesOf({ check, health, what, remedy }: Finding, { color }: CliContext): string[] {
  const head = `${color.out(health.padEnd(8), styles[health])}${check.padEnd(12)}`;
  return [`${head}${what}`, ...(remedy === undefined ? [] : [`${" ".repeat(20)}${remedy}`])];
}
