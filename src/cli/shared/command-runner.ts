/** Runs the actions of commands. Imports their code only then, so that `--help` does not load it. */
import type * as actions from "../run-commands";
import { type CliContext, type ExitCode } from "./context";
import { type EnvironmentCommand, type Result } from "./environments/environment-command";
import { type RunFlags } from "./environments/run";

type Actions = typeof actions;

export class CommandRunner {
  constructor(
    readonly context: CliContext,
    private readonly setExitCode: (code: ExitCode) => void,
  ) {}

  async run(start: (actions: Actions, context: CliContext) => ExitCode | Promise<ExitCode>): Promise<void> {
    this.setExitCode(await start(await import("../run-commands.js"), this.context));
  }

  /** Runs a command in the environments that the flags select. */
  async runInEnvironments<R extends Result>(
    flags: RunFlags,
    commandOf: (actions: Actions) => EnvironmentCommand<R> | Promise<EnvironmentCommand<R>>,
  ): Promise<void> {
    await this.run(async (actions, context) =>
      actions.runInEnvironments(context, flags, await commandOf(actions)),
    );
  }
}
