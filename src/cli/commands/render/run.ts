/** `dbmon render`: prints the definitions of one environment with its values and overrides. */
import { formatDefinitions } from "../../../definitions";
import { ProblemError } from "../../../diagnostics";
import { contextOf, selectTargets } from "../../environments/targets";
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
  const targets = selectTargets(context, flags, { needsEnvironment: true });
  const [target, second] = targets ?? [];
  if (second !== undefined) {
    throw ProblemError.of("usage", "dbmon render prints the definitions of one environment.", {
      remedy: "Set --environment to the name of one environment.",
    });
  }
  const definitions = await loadAndReportWarnings(target ? contextOf(context, target) : context, sources, {});
  // The text ends with a line break, which `out` adds.
  context.out(formatDefinitions(definitions.map((definition) => ({ definition }))).trimEnd());
  return exitCodes.done;
}
