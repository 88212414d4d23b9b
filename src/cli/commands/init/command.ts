import { type Command, Option } from "commander";
import { parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { jsonHelp } from "../../framework/flags";
import { languageOption, libraryOption } from "../../framework/library";
import { ciSystems } from "./project";
import { type InitFlags } from "./run";

export function registerInitCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("init")
    .description("create a project with alerts, scripts, a test and a CI workflow")
    .argument("[dir]", "project folder, created if it does not exist", parseText, ".")
    .addOption(
      languageOption("--language <language>", "language of the alerts (default: asks on a terminal)"),
    )
    .addOption(libraryOption())
    .option(
      "--environments <names>",
      "create dbmon.yaml with these environments, separated by commas, in a yaml project",
      parseText,
    )
    .addOption(
      new Option("--ci <system>", "CI system that the project gets jobs for (default: github)").choices(
        ciSystems,
      ),
    )
    .addOption(
      new Option("--from-live", "export the live alerts into the project, instead of examples").conflicts(
        "environments",
      ),
    )
    .addOption(
      new Option("--example <guide>", "create only the files that a guide begins with")
        .argParser(parseText)
        .conflicts(["language", "library", "environments", "ci", "fromLive", "json"]),
    )
    .option("--json", jsonHelp);
  addHelp(command, {
    notes: [
      "Terraform deploys typescript and hcl projects. A yaml project does not need it.",
      "npm packs this version of dbmon-iac into vendor/, from which the project installs it. Commit that file.",
      "A self-contained executable creates yaml and hcl projects that need no npm.",
      "Existing files are not overwritten. package.json gets the scripts and dependencies that it lacks.",
    ],
    examples: [
      "dbmon init my-alerts --language yaml",
      "dbmon init my-alerts --language hcl --from-live",
      "dbmon init my-alerts --environments staging,production",
      "dbmon init my-alerts --language hcl --ci gitlab",
      "dbmon init my-alerts --language typescript --library cdktf",
      "dbmon init ~/try/accept --example accept",
    ],
  }).action((folder: string, flags: InitFlags) =>
    runner.run(async (context) => {
      const { initAction } = await import("./run.js");
      return initAction(context, folder, flags, async (to, library, out) => {
        const { exportCommand, runInEnvironments } = await import("../environment-commands.js");
        const options = to === "typescript" ? { to, library, out } : { to, out };
        // The result of the command is the project.
        return runInEnvironments({ ...context, out: context.err }, {}, exportCommand(options));
      });
    }),
  );
}
