#!/usr/bin/env node
/** The `dbmon` command. This file alone prints and sets the exit code. */
import { createInterface } from "node:readline/promises";
import { Command, CommanderError } from "commander";
import { ClientClosed } from "../client";
import { ProblemError } from "../diagnostics";
import { registerAlertCommands } from "./commands/alerts";
import { registerEmulatorCommand } from "./commands/emulator";
import { registerProviderCommands } from "./commands/provider";
import { registerServiceCommands } from "./commands/service";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { problemLines } from "./render/plan-text";
import { version } from "./version";

function makeContext(): CliContext {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      interruption.abort();
    });
  }
  // Whoever reads the output may stop reading: that ends the work as an interrupt does, and not in mid-creation.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {
      interruption.abort();
    });
  }
  return {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    ask: process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : undefined,
    signal: interruption.signal,
  };
}

async function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} Only "yes" goes on: `)).trim() === "yes";
  } catch (error) {
    // Ctrl-C and Ctrl-D at the prompt say no.
    if (error instanceof Error && error.name === "AbortError") return false;
    throw error;
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const context = makeContext();
  let code: ExitCode = exitCodes.done;
  const program = new Command("dbmon")
    .description("Alerts as code for the database monitoring service.")
    .version(version)
    .showHelpAfterError("(dbmon --help shows what there is)")
    .exitOverride()
    .addHelpText(
      "after",
      [
        "",
        "Environment:",
        "  DBMON_BASE_URL     address of the service, for example https://app.example.com",
        "  DBMON_API_TOKEN    API token; it decides the environment",
        "  DBMON_AGENT_TOKEN  token of an agent, for events; default: the API token",
        "",
        "Exit codes:",
        "  0  done",
        "  1  error",
        "  2  there are changes (plan and drift with --detailed-exitcode)",
        "  3  not confirmed, or a stale plan; nothing was written",
      ].join("\n"),
    );
  registerAlertCommands(program, context, (result) => {
    code = result;
  });
  registerServiceCommands(program, context, (result) => {
    code = result;
  });
  registerEmulatorCommand(program, context);
  registerProviderCommands(program, context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    code = tell(error, context);
  }
  process.exitCode = code;
}

function tell(error: unknown, context: CliContext): ExitCode {
  // Commander has printed the help, the version or its complaint already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.error;
  if (error instanceof ClientClosed) context.err("Interrupted; nothing was written.");
  else if (error instanceof ProblemError) problemLines(error.problems).forEach(context.err);
  else
    context.err(
      `error: dbmon has a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  return exitCodes.error;
}

void main();
