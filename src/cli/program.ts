/** All commands of `dbmon`, their flags and their help: what runs, and what docs/cli/ is made from. */
import { Command } from "commander";
import { registerAlertCommands } from "./commands/alerts";
import { registerDoctorCommand } from "./commands/doctor";
import { registerEmulatorCommand } from "./commands/emulator";
import { registerProviderCommands } from "./commands/provider";
import { registerServiceCommands } from "./commands/service";
import { type CliContext, type ExitCode } from "./context";
import { version } from "./version";

export const environmentHelp: readonly (readonly [name: string, meaning: string])[] = [
  ["DBMON_BASE_URL", "address of the service, for example https://app.example.com"],
  ["DBMON_API_TOKEN", "API token; it decides the environment"],
  ["DBMON_AGENT_TOKEN", "token of an agent, for events; default: the API token"],
  ["DBMON_ALLOW_HTTP", "1 allows plain http:// beyond this machine, which shows the token to the network"],
  ["DBMON_LOG", "debug or trace logs each HTTP request to stderr, without tokens and bodies"],
  ["HTTPS_PROXY", "is not followed, and nor is HTTP_PROXY: the service is called directly"],
];

export const exitCodeHelp: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "done"],
  ["1", "error"],
  ["2", "there are changes (plan) or drift, with --detailed-exitcode"],
  ["3", "not confirmed, or a stale plan; nothing was written"],
];

/** @param finish takes the exit code of a command that ended with another than 0 */
export function buildProgram(context: CliContext, finish: (code: ExitCode) => void): Command {
  const program = new Command("dbmon")
    .description("Alerts as code for the database monitoring service.")
    .version(version)
    .exitOverride()
    .addHelpText(
      "after",
      ["", "Environment:", ...aligned(environmentHelp), "", "Exit codes:", ...aligned(exitCodeHelp)].join(
        "\n",
      ),
    );
  program.commandsGroup("Alerts as code:");
  registerAlertCommands(program, context, finish);
  program.commandsGroup("What the service knows:");
  registerServiceCommands(program, context);
  program.commandsGroup("This machine:");
  registerDoctorCommand(program, context, finish);
  registerEmulatorCommand(program, context);
  registerProviderCommands(program, context, finish);
  program.helpCommand("help [command]", "display help for command");
  pointToHelp(program, "dbmon");
  return program;
}

/** A complaint about arguments names the help of the command that they were given to. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help shows what there is)`);
  for (const one of command.commands) pointToHelp(one, `${name} ${one.name()}`);
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([head]) => head.length));
  return rows.map(([head, rest]) => `  ${head.padEnd(width)}  ${rest}`);
}
