/** `dbmon render`: prints the definitions of one environment with its values and overrides. */
import { formatDefinitions } from "../../../definitions";
import { selectOne } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { loadAndReportWarnings } from "../../inputs/definitions";

export type RenderFlags = EnvironmentFlags;

export async function renderAction(
  context: CliContext,
  sources: readonly string[],
  flags: RenderFlags,
): Promise<ExitCode> {
  const own = selectOne(context, flags, "dbmon render prints the definitions", { needsEnvironment: true });
  const definitions = await loadAndReportWarnings(own, sources, {});
  // The text ends with a line break, which `out` adds.
  context.out(formatDefinitions(definitions.map((definition) => ({ definition }))).trimEnd());
  return exitCodes.done;
}
