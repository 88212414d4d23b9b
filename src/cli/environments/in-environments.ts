/** Runs a command in the environments that its options select. */
import { ProblemError } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { type EnvironmentFlags } from "./flags";
import { selectTargets } from "./select-targets";
import { type Target, withoutTokensOf } from "./target";

export async function inEnvironments(
  context: CliContext,
  flags: EnvironmentFlags,
  run: (context: CliContext) => Promise<ExitCode> | Promise<void>,
): Promise<ExitCode> {
  const targets = selectTargets(context, flags);
  const [target, second] = targets ?? [];
  if (second === undefined) {
    const code = await run(target === undefined ? context : contextOf(context, target));
    return code ?? exitCodes.done;
  }
  throw ProblemError.of("This command works in one environment at a time.", {
    remedy: "Set --environment to one name.",
  });
}

export function contextOf(context: CliContext, target: Target): CliContext {
  return { ...context, target, env: withoutTokensOf(target.config, context.env) };
}
