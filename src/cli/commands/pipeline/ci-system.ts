/** The differences between workflows of GitHub and pipelines of GitLab. */
import { type CodeHost, type PipelineCommand, type PipelineEvent, type Refusal } from "../../../pipelines";
import { type CliContext } from "../../framework/context";
import { type OutputFlags } from "../../framework/flags";
import { type CommandRun } from "./run-command";

interface PipelineOutputs {
  /** Undefined if the command was not run. */
  readonly changes: boolean | undefined;
  readonly exitCode: number;
  readonly planFile: string;
  readonly folder: string;
  readonly report: string;
}

export interface CiSystem {
  createHost(context: CliContext): CodeHost;
  readEvent(env: NodeJS.ProcessEnv): PipelineEvent;
  runUrl(env: NodeJS.ProcessEnv): string | undefined;
  /** URL where a run offers a report. @param file relative to the repository */
  reportUrl(runUrl: string, file: string): string;
  /** Creates the folder of the reports. @returns its path @throws ProblemError */
  createReportFolder(env: NodeJS.ProcessEnv, command: PipelineCommand): string;
  /** Output options of a command, with the files in the folder of the reports. */
  outputFlags(command: PipelineCommand, folder: string): OutputFlags;
  announce(context: CliContext, refusal: Refusal): void;
  /** Writes what the system reads after the commands: outputs of a step, or reports. @throws ProblemError */
  writeOutputs(env: NodeJS.ProcessEnv, outputs: PipelineOutputs, runs: readonly CommandRun[]): void;
}
