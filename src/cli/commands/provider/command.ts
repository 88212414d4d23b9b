import { type Command } from "commander";
import { collectStrings } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { type InstallFlags } from "./run";

export function registerProviderCommands(program: Command, runner: CommandRunner): void {
  const provider = program.command("provider").description("install the Terraform provider");

  const install = provider
    .command("install")
    .description("install the provider into a filesystem mirror and print the CLI configuration for it")
    .argument("<dir>", "mirror folder, created if it does not exist")
    .option(
      "--platform <platform>",
      "platform, for example linux_arm64, instead of this machine's; an executable needs its archive in its folder (repeatable)",
      collectStrings,
      [],
    );
  addHelp(install, {
    examples: [
      "dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc",
      "export TF_CLI_CONFIG_FILE=~/dbmon.tfrc",
    ],
  }).action((dir: string, flags: InstallFlags) =>
    runner.run(async (context) => (await import("./run.js")).installAction(context, dir, flags)),
  );

  // For debugging: docs/internals/tfplugin.md.
  provider
    .command("serve", { hidden: true })
    .description("run the provider for debugging and print the variable that connects terraform to it")
    .requiredOption("--reattach", "accept terraform commands that have TF_REATTACH_PROVIDERS set")
    .action(() => runner.run(async (context) => (await import("./run.js")).serveAction(context.signal)));
}
