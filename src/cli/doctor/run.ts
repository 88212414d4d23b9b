/** `dbmon doctor`: checks the machine, the definitions and the service, and prints one finding per check. */
import { isError, toSafeLine } from "../../diagnostics";
import { indexByName, type TextMap } from "../../service";
import {
  type EnvironmentCommand,
  readCommand,
  type Result,
  type CliContext,
  exitCodes,
} from "../shared/context";
import {
  type Finding,
  finding,
  type Health,
  checkNode,
  checkTerraform,
  dbmonVersion,
  untestedPlatform,
} from "./tools";
import { checkService } from "./service";
import { type EnvironmentFlags } from "../shared/flags";
import { hangingIndent, wrapLine } from "../shared/text/fit-text";
import { loadSources } from "../shared/plan/definitions";
import { createProgressListener } from "../shared/output/progress";
import { type Style } from "../shared/render/color";
import { ServiceCalls } from "../shared/service/service-calls";
import { formatBaseUrl, resolveContextConnection } from "../shared/service/session";
import { quotePathForShell } from "../shared/process/programs";

export interface DoctorFlags extends EnvironmentFlags {
  readonly tryWrites?: boolean;
  readonly json?: true;
}

export function doctorCommand(sources: readonly string[], flags: DoctorFlags): EnvironmentCommand {
  return readCommand((context) => examine(context, sources, flags));
}

async function examine(
  context: CliContext,
  sources: readonly string[],
  { json, tryWrites = false }: DoctorFlags,
): Promise<Result> {
  const hasSources = sources.length > 0 || context.target?.config.definitions !== undefined;
  const definitions = hasSources ? await loadSources(context, sources) : undefined;
  const definedNames = definitions && indexByName(definitions.alerts);
  const service = await serviceFindings(context, definedNames, tryWrites);
  const findings = [
    dbmonVersion(),
    untestedPlatform(process.platform, process.arch),
    checkNode(),
    ...(await checkTerraform(context.env)),
    ...(definitions?.problems.some(isError) ? [invalidDefinitions(sources)] : []),
    ...service,
  ];
  if (json !== true) findings.flatMap((item) => findingLines(item, context)).forEach(context.out);
  const code = findings.some(({ health }) => health === "error") ? exitCodes.error : exitCodes.done;
  return { code, document: { version: 1, ...baseUrlOf(context), findings } };
}

/** Omitted if the connection settings are invalid. */
function baseUrlOf(context: CliContext): { readonly base_url?: string } {
  const result = resolveContextConnection(context);
  return result.ok ? { base_url: formatBaseUrl(result.connection) } : {};
}

async function serviceFindings(
  context: CliContext,
  definedNames: TextMap<unknown> | undefined,
  tryWrites: boolean,
): Promise<Finding[]> {
  const result = resolveContextConnection(context);
  if (!result.ok) {
    return result.problems.map(({ what, remedy }) => finding("service", "error", what, remedy));
  }
  const { proxy } = result.connection;
  const route = proxy && finding("proxy", "note", `Requests go through the proxy ${proxy.label}.`);
  const findings = await checkService(result.connection, {
    onProgress: createProgressListener(context),
    calls: new ServiceCalls(context),
    signal: context.signal,
    definedNames,
    tryWrites,
  });
  return route === undefined ? findings : [route, ...findings];
}

function invalidDefinitions(sources: readonly string[]): Finding {
  const remedy = `Run dbmon check ${sources.map(quotePathForShell).join(" ")} to see the errors.`;
  return finding("definitions", "error", "The definitions have errors.", remedy);
}

const styles: Readonly<Record<Health, Style>> = {
  ok: "green",
  note: "cyan",
  warning: "yellow",
  error: "red",
};

const healthWidth = 8;
const labelWidth = healthWidth + 12;

function findingLines({ check, health, what, remedy }: Finding, { color, columns }: CliContext): string[] {
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
