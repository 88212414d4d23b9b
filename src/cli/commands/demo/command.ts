import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { languageOption } from "../../framework/library";
import { type DemoFlags } from "./run";

export function registerDemoCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("demo")
    .description("show a deployment, drift, its repair and a report, with an emulator in a temporary folder")
    .addOption(languageOption("--language <language>", "language of the alerts").default("yaml"))
    .option("-y, --yes", "go through all steps without waiting for Enter", false)
    .option("--keep <dir>", "keep the project and the report in this new folder");
  addHelp(command, {
    notes: [
      "It needs no account and no project. --language hcl needs terraform or tofu, and --language typescript the npm package.",
    ],
    examples: [
      "dbmon demo",
      "dbmon demo --language hcl --yes",
      "dbmon demo --language typescript",
      "dbmon demo --keep my-demo",
    ],
  }).action((flags: DemoFlags) =>
    runner.run(async (context) => (await import("./run.js")).demoAction(context, flags)),
  );
}
