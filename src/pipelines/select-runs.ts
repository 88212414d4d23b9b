/** Decides which commands a pipeline runs for an event. Pure. */

export const pipelineCommands = ["check", "test", "plan", "backtest", "apply", "drift"] as const;
export type PipelineCommand = (typeof pipelineCommands)[number];

export interface PipelineEvent {
  /** Number of the pull request or merge request. Undefined for other events. */
  readonly changeRequest: number | undefined;
  /** Why the pipeline must not use tokens. Undefined if it may. */
  readonly untrusted: "fork" | "dependabot" | undefined;
  /** The commit that is reported. */
  readonly commit: string | undefined;
}

export interface SelectedRuns {
  readonly commands: readonly PipelineCommand[];
  /** Why the command is not run. */
  readonly notice?: string;
}

const reasons = {
  fork: "the change is from a fork, whose code must not run with the tokens of this project",
  dependabot: "the change is from Dependabot, which GitHub gives no tokens",
} as const;

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
  if (isTerraform)
    return { commands: [], notice: `terraform ${command} was not run: ${reasons[untrusted]}.` };
  return {
    commands: ["check", "test"],
    notice: `dbmon ${command} was not run: ${reasons[untrusted]}. Instead, dbmon check and dbmon test were run.`,
  };
}
