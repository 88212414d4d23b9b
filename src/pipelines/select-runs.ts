/** Decides which commands a pipeline runs for an event. Pure. */
import { type PipelineEvent } from "./event";

export const pipelineCommands = ["check", "test", "plan", "backtest", "apply", "drift"] as const;
export type PipelineCommand = (typeof pipelineCommands)[number];

export interface SelectedRuns {
  readonly commands: readonly PipelineCommand[];
  /** Why the command is not run. */
  readonly notice?: string;
}

/**
 * Commands without tokens always run. Instead of the others, an untrusted event runs `check` and `test`, or nothing if Terraform runs
 * instead of dbmon.
 */
export function selectRuns(
  command: PipelineCommand,
  { untrusted }: PipelineEvent,
  isTerraform: boolean,
): SelectedRuns {
  if (untrusted === undefined || command === "check" || command === "test") return { commands: [command] };
  if (isTerraform) return { commands: [], notice: `terraform ${command} was not run: ${untrusted}.` };
  return {
    commands: ["check", "test"],
    notice: `dbmon ${command} was not run: ${untrusted}. Instead, dbmon check and dbmon test were run.`,
  };
}
