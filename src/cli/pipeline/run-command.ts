/** Runs a command of a pipeline in this process, and returns its result. */
import { type PipelineCommand } from "../../pipelines";
import * as actions from "../run-commands";
import { type CliContext, type ExitCode, exitCodes } from "../shared/context";
import {
  type Document,
  type EnvironmentCommand,
  type Result,
} from "../shared/environments/environment-command";
import { type RunFlags } from "../shared/environments/run";
import { type OutputFlags } from "../shared/output/output-flags";
import { type Report } from "../shared/report/report";
import { type PipelineInputs } from "./inputs";

export interface CommandRun {
  readonly command: PipelineCommand;
  readonly code: ExitCode;
  readonly document: Document;
  readonly report: Report;
}

export async function runCommand(
  context: CliContext,
  command: PipelineCommand,
  inputs: PipelineInputs,
  output: OutputFlags,
): Promise<CommandRun> {
  let result: Pick<CommandRun, "document" | "report"> = {
    document: {},
    report: { title: titleOf(command), summary: "failed.", entries: [], problems: [] },
  };
  const child: CliContext = {
    ...context,
    // Read to repeat a command line, which there is none of.
    args: [command],
    confirm: undefined,
    prompt: undefined,
    onResult: (document, report) => {
      result = { document, report };
    },
  };
  try {
    const code = await start(child, command, inputs, output);
    return { command, code, ...result };
  } catch (error) {
    actions.reportFailure(child, error, undefined);
    return { command, code: exitCodes.error, ...result };
  }
}

function start(
  context: CliContext,
  command: PipelineCommand,
  inputs: PipelineInputs,
  output: OutputFlags,
): Promise<ExitCode> {
  const { sources, environments, planFile, backtest, maxFirings, maxDeletes } = inputs;
  const selection = environments.length === 0 ? {} : { environment: environments };
  const backtestFlags = {
    ...(backtest === undefined ? {} : { backtest }),
    ...(maxFirings === undefined ? {} : { maxFirings }),
  };
  const deletions = maxDeletes === undefined ? {} : { maxDeletes };
  const common = { ...output, ...selection };
  const run = <F extends RunFlags, R extends Result>(
    flags: F,
    commandOf: (sources: readonly string[], flags: F) => EnvironmentCommand<R>,
  ) => actions.runInEnvironments(context, flags, commandOf(sources, flags));
  switch (command) {
    case "check":
      return actions.checkAction(context, sources, common);
    case "test":
      return actions.testAction(context, sources, common);
    case "plan":
      return run(
        {
          ...common,
          ...backtestFlags,
          ...deletions,
          detailedExitcode: true,
          ...(planFile === undefined ? {} : { out: planFile }),
        },
        actions.planCommand,
      );
    case "backtest":
      return run(
        { ...common, ...(backtest === undefined ? {} : { since: backtest }) },
        actions.backtestCommand,
      );
    case "apply":
      return run(
        {
          ...common,
          ...backtestFlags,
          ...deletions,
          yes: true,
          ...(planFile === undefined ? {} : { plan: planFile }),
        },
        actions.applyCommand,
      );
    case "drift":
      return run({ ...common, ...backtestFlags, detailedExitcode: true }, actions.driftCommand);
  }
}

function titleOf(command: PipelineCommand): string {
  return command === "backtest" ? "Back-test" : command.charAt(0).toUpperCase() + command.slice(1);
}
