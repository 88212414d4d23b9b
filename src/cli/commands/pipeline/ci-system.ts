/** The differences between workflows of GitHub and pipelines of GitLab. */
import { errorMessage, ProblemError } from "../../../diagnostics";
import { type CodeHost, type PipelineCommand, type PipelineEvent } from "../../../pipelines";
import { type CliContext } from "../../framework/context";
import { type OutputFlags } from "../../framework/flags";
import { type CommandRun } from "./run-command";

interface PipelineOutputs {
  readonly changes: boolean;
  readonly exitCode: number;
  readonly planFile: string;
  /** Folder of the reports. */
  readonly folder: string;
  /** Path of the report of the command. */
  readonly report: string;
}

export interface CiSystem {
  /** @throws ProblemError */
  createHost(context: CliContext): CodeHost;
  /** @throws ProblemError */
  readEvent(env: NodeJS.ProcessEnv): PipelineEvent;
  runUrl(env: NodeJS.ProcessEnv): string | undefined;
  /** URL where a run offers a report. @param file a path from {@link outputFlags} */
  reportUrl(runUrl: string, file: string): string;
  /** Creates the folder of the reports. @returns its path @throws ProblemError */
  createReportFolder(env: NodeJS.ProcessEnv, command: PipelineCommand): string;
  /** Output options of a command, with the files in the folder of the reports. */
  outputFlags(command: PipelineCommand, folder: string): OutputFlags;
  /** Shows why a command was not run. */
  announce(context: CliContext, notice: string): void;
  /** Writes what the system reads after the commands: outputs of a step, or reports. @throws ProblemError */
  writeOutputs(env: NodeJS.ProcessEnv, outputs: PipelineOutputs, runs: readonly CommandRun[]): void;
}

/** @throws ProblemError if the work with the file or folder fails */
export function withFileProblem<T>(file: string, work: (file: string) => T): T {
  try {
    return work(file);
  } catch (error) {
    throw ProblemError.of(
      `Cannot write the file: ${errorMessage(error)}.`,
      { where: { file }, remedy: "Check that the job can write it." },
      { cause: error },
    );
  }
}
