/** The `dbmon` command. Only this file creates the output streams and sets the exit code of the process. */
import { CommanderError } from "commander";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { OutputStream } from "./output-stream";
import { buildProgram } from "./program";
import { colorizeFor } from "./render/color";
import { Terminal } from "./terminal";

/** SIGHUP is sent when the terminal closes. It must not end a creation between its POST and its PUT. */
const interruptSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function main(): Promise<void> {
  const context = await createContext();
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

async function createContext(): Promise<CliContext> {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort();
  };
  const setSignalHandlers = (method: "once" | "off") => {
    for (const signal of interruptSignals) process[method](signal, interrupt);
  };
  setSignalHandlers("once");
  // A closed pipe is handled like an interrupt, so that it cannot end a creation between its POST and its PUT.
  const stderr = new OutputStream("stderr", interrupt);
  const stdout = new OutputStream("stdout", (error) => {
    interrupt();
    if (error.code !== "EPIPE") reportOutputError(error, stderr);
  });
  const { env } = process;
  const terminal = new Terminal(stdout, stderr, env["COLUMNS"]);
  const { out, err, setStatus, setWait } = terminal;
  // isatty(0) does not open stdin, which most commands never read.
  const isInteractive = stderr.isTTY && (await import("node:tty")).isatty(0);
  return {
    env,
    args: process.argv.slice(2),
    out,
    err,
    color: { out: colorizeFor(stdout, env), err: colorizeFor(stderr, env) },
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
function reportOutputError({ message }: Error, stderr: OutputStream): void {
  if (process.exitCode !== exitCodes.error) {
    stderr.write(`error: Cannot write to stdout: ${message}.\n`);
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
