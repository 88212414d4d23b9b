/** `dbmon doctor`: checks the machine, the definitions and the service, and prints one finding per check. */
import { hangingIndent, isError, toSafeLine, wrapLine } from "../../../diagnostics";
import { quotePathForShell } from "../../../distribution";
import { writeOrigin } from "../../../plan-document";
import { type Style } from "../../../reports";
import { indexByName } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { loadUnvalidated } from "../../inputs/definitions";
import { connectionOrigin, resolveContextConnection } from "../../inputs/session";
import { checkService } from "./service";
import {
  checkNode,
  checkTerraform,
  dbmonVersion,
  type DoctorFinding,
  finding,
  type Health,
  untestedPlatform,
} from "./tools";

export interface DoctorFlags extends EnvironmentFlags {
  readonly tryWrites?: boolean;
  readonly json?: true;
}

export function doctorCommand(
  sources: readonly string[],
  { json, tryWrites = false }: DoctorFlags,
): EnvironmentCommand {
  return readCommand(async (context) => {
    const hasSources = sources.length > 0 || context.target?.config.definitions !== undefined;
    const definitions = hasSources ? await loadUnvalidated(context, sources) : undefined;
    const definedNames = definitions && indexByName(definitions.alerts);
    const settings = await resolveContextConnection(context);
    const service = settings.ok
      ? await checkService(context, settings.connection, { definedNames, tryWrites })
      : settings.problems.map(({ what, remedy }) => finding("service", "error", what, remedy));
    const proxy = settings.ok ? settings.connection.proxy : undefined;
    const invalid = `Run dbmon check ${sources.map(quotePathForShell).join(" ")} to see the errors.`;
    const findings = [
      dbmonVersion(),
      untestedPlatform(process.platform, process.arch),
      checkNode(),
      ...(await checkTerraform(context.env)),
      ...(definitions?.problems.some(isError)
        ? [finding("definitions", "error", "The definitions have errors.", invalid)]
        : []),
      ...(proxy ? [finding("proxy", "note", `Requests go through the proxy ${proxy.label}.`)] : []),
      ...service,
    ];
    if (json !== true) findings.flatMap((item) => findingLines(item, context)).forEach(context.out);
    const code = findings.some(({ health }) => health === "error") ? exitCodes.error : exitCodes.done;
    const origin = settings.ok ? writeOrigin(connectionOrigin(context, settings.connection)) : {};
    return { code, document: { ...origin, findings } };
  });
}

const styles: Readonly<Record<Health, Style>> = {
  ok: "green",
  note: "cyan",
  warning: "yellow",
  error: "red",
};

const healthWidth = 8;
const labelWidth = healthWidth + 12;

function findingLines(
  { check, health, what, remedy }: DoctorFinding,
  { color, columns }: CliContext,
): string[] {
  const indent = hangingIndent(labelWidth, columns);
  const label = color.out(health.padEnd(healthWidth), styles[health]);
  const text = `${check.padEnd(labelWidth - healthWidth)}${toSafeLine(what)}`;
  const [first = "", ...others] = wrapLine(text, columns, indent, healthWidth);
  return [
    `${label}${first}`,
    ...others,
    ...(remedy === undefined ? [] : wrapLine(" ".repeat(indent) + toSafeLine(remedy), columns, indent)),
  ];
}
