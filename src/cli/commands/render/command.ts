import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, sourceHelp } from "../../framework/flags";
import { type RenderFlags } from "./run";

export function registerRenderCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("render")
    .description("print the definitions of one environment, with its values and overrides, as YAML (offline)")
    .argument("[source...]", sourceHelp);
  addHelp(addEnvironmentFlags(command), {
    notes: [
      "dbmon check accepts the output: alerts of other environments are left out, and $${ is a literal ${.",
    ],
    examples: ["dbmon render -e staging", "diff <(dbmon render -e staging) <(dbmon render -e production)"],
  }).action((sources: string[], flags: RenderFlags) =>
    runner.run(async (context) => (await import("./run.js")).renderAction(context, sources, flags)),
  );
}
