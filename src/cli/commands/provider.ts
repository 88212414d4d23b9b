/** `dbmon provider install` lays the Terraform provider out as a filesystem mirror; `serve` leaves it running. */
import { type Command } from "commander";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";

export function registerProviderCommands(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const provider = program.command("provider").description("the Terraform provider of this package");
  addHelp(
    provider
      .command("install")
      .description(
        "lay the provider out as a filesystem mirror, and print the CLI configuration that uses it",
      )
      .argument("<dir>", "folder of the mirror; made where it does not exist"),
    {
      examples: [
        "dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc",
        "export TF_CLI_CONFIG_FILE=~/dbmon.tfrc",
      ],
    },
  ).action(async (dir: string) => {
    const { installAction } = await import("../actions/index.js");
    installAction(context, dir);
  });
  addHelp(
    provider
      .command("serve")
      .description(
        "leave the provider running, for debugging, and print the variable that brings terraform to it",
      )
      .requiredOption("--reattach", "serve terraform commands that are given TF_REATTACH_PROVIDERS"),
    {
      notes: ["To stop at breakpoints, run the provider itself, as the second example does."],
      examples: [
        "dbmon provider serve --reattach",
        "node --inspect-brk $(npm root)/dbmon-iac/dist/terraform-provider-dbmon --reattach",
      ],
    },
  ).action(async () => {
    const { serveAction } = await import("../actions/index.js");
    finish(await serveAction(context.signal));
  });
}
