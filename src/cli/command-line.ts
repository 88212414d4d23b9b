/** Runs the command that the arguments name. */
import { CommanderError } from "commander";
import { type CliContext, type ExitCode, exitCodes } from "./shared/context";
import { buildProgram } from "./program";

export async function runCommandLine(context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = buildProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    code = await handleFailure(error, context);
  } finally {
    context.setWait?.("");
    context.setStatus?.("");
  }
  return code;
}

async function handleFailure(error: unknown, context: CliContext): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  const { reportFailure } = await import("./run-commands.js");
  const usageError = error instanceof CommanderError ? printedUsageError(error, context) : undefined;
  reportFailure(context, error, usageError);
  return exitCodes.error;
}

/** Returns the usage error that is already on stderr. For `help` with an unknown name, Commander prints only the help. */
function printedUsageError({ code, message }: CommanderError, { args, err }: CliContext): string {
  if (code !== "commander.help") return message.replace(/^error: /, "");
  const helpIndex = args.indexOf("help");
  if (helpIndex < 0) return "missing command";
  const usageError = `unknown command '${args[helpIndex + 1] ?? ""}'`;
  err(`error: ${usageError}`);
  return usageError;
}
