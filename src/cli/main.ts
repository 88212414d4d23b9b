/** The `dbmon` command. Only this file writes to the process's streams and sets its exit code. */
import { isatty } from "node:tty";
import { CommanderError } from "commander";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { buildProgram } from "./program";
import { colorizeFor } from "./render/color";
import { Terminal } from "./terminal";

/** SIGHUP is sent when the terminal closes. It must not end a creation between its POST and its PUT. */
const interruptSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function main(): Promise<void> {
  const context = createContext();
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
  process.exitCode ??= code;
}

function createContext(): CliContext {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort();
  };
  const setSignalHandlers = (method: "once" | "off") => {
    for (const signal of interruptSignals) process[method](signal, interrupt);
  };
  setSignalHandlers("once");
  // A closed pipe is handled like an interrupt, so that it cannot end a creation between its POST and its PUT.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      interruption.abort();
      if (stream === process.stdout && error.code !== "EPIPE") reportOutputError(error);
    });
  }
  const { env } = process;
  const terminal = new Terminal(process.stdout, process.stderr, env["COLUMNS"]);
  const { out, err, setStatus, setWait } = terminal;
  // isatty(0) does not open stdin, which most commands never read.
  const isInteractive = isatty(0) && process.stderr.isTTY;
  return {
    env,
    args: process.argv.slice(2),
    out,
    err,
    color: { out: colorizeFor(process.stdout, env), err: colorizeFor(process.stderr, env) },
    get columns() {
      return terminal.outputColumns;
    },
    setStatus,
    setWait,
    confirm: isInteractive ? (question) => confirmOnTerminal(question, interruption.signal) : undefined,
    prompt: isInteractive ? (question) => promptOnTerminal(question, interruption.signal) : undefined,
    runBlocking: (work) => {
      setSignalHandlers("off");
      try {
        return work();
      } finally {
        setSignalHandlers("once");
      }
    },
    signal: interruption.signal,
  };
}

/** Fails the run if part of stdout is lost, for example because the disk is full. */
function reportOutputError({ message }: Error): void {
  if (process.exitCode !== exitCodes.error) {
    process.stderr.write(`error: Cannot write to stdout: ${message}.\n`);
  }
  process.exitCode = exitCodes.error;
}

async function confirmOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  return (await promptOnTerminal(`${question} Only "yes" is accepted:`, signal)) === "yes";
}

/** @returns undefined after Ctrl-C, Ctrl-D or a signal */
async function promptOnTerminal(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} `, { signal })).trim();
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
    // Ends the line of the question, which has no answer.
    process.stderr.write("\n");
    return undefined;
  } finally {
    terminal.close();
  }
}

async function handleFailure(error: unknown, context: CliContext): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  const { reportFailure } = await import("./actions/index.js");
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

void main();

// Marks this file as an ES module. Without an export, esbuild treats it as CommonJS and wraps everything that it imports.
export {};
