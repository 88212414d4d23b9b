/** Runs the action of a command in the environments that its options select. */
import { type CliContext, type ExitCode } from "./context";
import {
  inEnvironments as runInEnvironments,
  type RunFlags,
  type RunInEnvironment,
} from "./environments/in-environments";
import { problemsOf } from "./output/failure";

export function inEnvironments(
  context: CliContext,
  flags: RunFlags,
  run: RunInEnvironment,
): Promise<ExitCode> {
  return runInEnvironments(context, flags, run, problemsOf);
}
