/**
 * Defines all commands of `dbmon` with their options and help, and runs the one that the arguments name. docs/cli/ is generated from these
 * definitions.
 */
import { type Command, CommanderError } from "commander";
import { toSafeLines } from "../diagnostics";
import { versionText } from "../distribution/version";
import { registerAcceptCommand } from "./commands/accept/command";
import { registerApplyCommand } from "./commands/apply/command";
import { registerAuditCommand } from "./commands/audit/command";
import { registerBacktestCommand } from "./commands/backtest/command";
import { registerCheckCommand } from "./commands/check/command";
import { registerCompareCommand } from "./commands/compare/command";
import { registerCompletionCommand } from "./commands/completion/command";
import { registerDemoCommand } from "./commands/demo/command";
import { registerDestroyCommand } from "./commands/destroy/command";
import { registerDoctorCommand } from "./commands/doctor/command";
import { registerDriftCommand } from "./commands/drift/command";
import { registerDrillCommand } from "./commands/drill/command";
import { registerEmulatorCommand } from "./commands/emulator/command";
import { registerEventCommand } from "./commands/event/command";
import { registerExportCommand } from "./commands/export/command";
import { registerHelpCommand } from "./commands/help/command";
import { topicHelp } from "./commands/help/topic-names";
import { registerInitCommand } from "./commands/init/command";
import { registerListCommand } from "./commands/list/command";
import { registerPipelineCommands } from "./commands/pipeline/command";
import { registerPlanCommand } from "./commands/plan/command";
import { registerProviderCommands } from "./commands/provider/command";
import { registerRenderCommand } from "./commands/render/command";
import { registerRoutesCommand } from "./commands/routes/command";
import { registerSchemaCommand } from "./commands/schema/command";
import { registerShowCommand } from "./commands/show/command";
import { registerTestCommand } from "./commands/test/command";
import { CommandRunner, StrictCommand } from "./framework/command";
import { type CliContext, defaultHelpWidth } from "./framework/context";
import { type ExitCode, exitCodes } from "./framework/exit-codes";

export const environmentHelp: readonly (readonly [variable: string, meaning: string])[] = [
  ["DBMON_BASE_URL", "base URL of the service, for example https://app.example.com"],
  ["DBMON_API_TOKEN", "API token, which selects the environment"],
  ["DBMON_AGENT_TOKEN", "agent token for events (default: the API token)"],
  [
    "DBMON_ALLOWED_HOSTS",
    "names of the hosts that tokens may be sent to, separated by commas (default: any; in a pull request: those of the target branch)",
  ],
  [
    "DBMON_ALLOWED_VARIABLES",
    "names of other variables that dbmon.yaml may read tokens from, separated by commas",
  ],
  ["DBMON_ALLOW_HTTP", "set to 1 to allow http:// to other machines, which sends the token unencrypted"],
  [
    "DBMON_LOG",
    "set to debug to log each HTTP request to stderr, or to json for JSON lines; without tokens and bodies",
  ],
  ["DBMON_OUTPUT", "set to json for --json with each command that has it"],
  ["HTTPS_PROXY", "proxy for the service, like HTTP_PROXY; NO_PROXY lists addresses to connect to directly"],
];

export const exitCodeHelp: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "success"],
  ["1", "error"],
  ["2", "the plan has changes, or drift was found (only with --detailed-exitcode)"],
  [
    "3",
    "not confirmed, or the saved plan is stale (nothing was written); not all destinations of a drill confirmed",
  ],
];

export async function runCommandLine(shared: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const context = { ...shared };
  const program = buildProgram(context, (result) => {
    code = result;
  });
  Object.assign(context, selectCommand(program, context));
  try {
    await program.parseAsync(context.args, { from: "user" });
  } catch (error) {
    code = await handleFailure(error, context);
  } finally {
    context.setWait?.("");
    context.setStatus?.("");
  }
  return code;
}

/** Finds the command that the arguments name. DBMON_OUTPUT=json adds `--json` to its arguments. */
function selectCommand(program: Command, { args, env }: CliContext): Pick<CliContext, "args" | "command"> {
  const find = ({ commands }: Command, word = "") => commands.find((command) => command.name() === word);
  const group = find(program, args[0]);
  const command = (group && find(group, args[1])) ?? group;
  const words = args.slice(0, command === group ? 1 : 2);
  const others = args.slice(words.length);
  const hasFormat = others.some((arg) => /^--(json$|format\b)/.test(arg));
  const takesJson =
    command === undefined
      ? args[0]?.startsWith("-") === false
      : command.options.some(({ long, hidden }) => long === "--json" && !hidden);
  const isAdded = env["DBMON_OUTPUT"] === "json" && takesJson && !hasFormat;
  return {
    args: isAdded ? [...words, "--json", ...others] : args,
    command: command === undefined ? "" : words.join(" "),
  };
}

async function handleFailure(error: unknown, context: CliContext): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  const { reportFailure } = await import("./terminal/output.js");
  const usageError = error instanceof CommanderError ? printedUsageError(error, context) : undefined;
  return reportFailure(context, error, usageError);
}

/** Returns the usage error that is already on stderr. For `event help` with an unknown name, Commander prints only the help. */
function printedUsageError({ code, message }: CommanderError, { args, err }: CliContext): string {
  if (code !== "commander.help") return message.replace(/^error: /, "");
  const helpIndex = args.indexOf("help");
  if (helpIndex < 0) return "missing command";
  const usageError = `unknown command '${args[helpIndex + 1] ?? ""}'`;
  err(`error: ${usageError}`);
  return usageError;
}

export function buildProgram(context: CliContext, setExitCode: (code: ExitCode) => void): Command {
  const program = new StrictCommand("dbmon")
    .description("Alerts as code for the database monitoring service.")
    .version(versionText, "-v, --version")
    .exitOverride()
    // Usage errors quote arguments, which may be untrusted text in CI.
    .configureOutput({
      writeOut: (text) => {
        context.out(text.replace(/\n$/, ""));
      },
      getOutHelpWidth: () => context.columns ?? defaultHelpWidth,
      getOutHasColors: () => false,
      writeErr: (text) => {
        context.err(toSafeLines(text.trimEnd()));
      },
    })
    .addHelpText("after", globalHelp());

  const runner = new CommandRunner(context, setExitCode);
  program.commandsGroup("Alerts as code:");
  registerInitCommand(program, runner);
  registerExportCommand(program, runner);
  registerCheckCommand(program, runner);
  registerRenderCommand(program, runner);
  registerTestCommand(program, runner);
  registerBacktestCommand(program, runner);
  registerRoutesCommand(program, runner);
  registerSchemaCommand(program, runner);

  program.commandsGroup("Deployment:");
  registerPlanCommand(program, runner);
  registerShowCommand(program, runner);
  registerApplyCommand(program, runner);
  registerDestroyCommand(program, runner);
  registerDriftCommand(program, runner);
  registerAcceptCommand(program, runner);
  registerPipelineCommands(program, runner);

  program.commandsGroup("Service:");
  registerAuditCommand(program, runner);
  registerListCommand(program, runner);
  registerEventCommand(program, runner);
  registerDrillCommand(program, runner);
  registerCompareCommand(program, runner);

  program.commandsGroup("Local tools:");
  registerDemoCommand(program, runner);
  registerDoctorCommand(program, runner);
  registerEmulatorCommand(program, runner);
  registerProviderCommands(program, runner);
  registerCompletionCommand(program, runner);
  program.command("version", { hidden: true }).action(() => {
    context.out(versionText);
  });

  program.helpCommand(false);
  registerHelpCommand(program, runner);
  addUsageHint(program, "dbmon");
  return program;
}

function globalHelp(): string {
  return [
    "",
    "Environment:",
    ...alignColumns(environmentHelp),
    "",
    "Exit codes:",
    ...alignColumns(exitCodeHelp),
    "",
    "Topics of dbmon help TOPIC:",
    ...alignColumns(topicHelp),
  ].join("\n");
}

function alignColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}

/** Ends each usage error with the help of the command that failed. */
function addUsageHint(command: Command, name: string): void {
  command.showHelpAfterError(`Run '${name} --help' for usage.`);
  for (const subcommand of command.commands) addUsageHint(subcommand, `${name} ${subcommand.name()}`);
}
