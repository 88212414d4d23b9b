/** The `dbmon` command. Only this file creates the output streams and sets the exit code of the process. */
import { interruptSignals } from "../platform";
import { type CliContext, defaultHelpWidth } from "./framework/context";
import { type ExitCode, exitCodes } from "./framework/exit-codes";
import { programHelp } from "./framework/program-help";
import { colorizeFor, toSafeOutput } from "./terminal/color";
import { OutputStream } from "./terminal/output-stream";
import { Terminal } from "./terminal/terminal";

async function main(): Promise<void> {
  const context = await createContext();
  const code = await run(context);
  process.exitCode ??= code;
}

/** Prints the help without the definitions of the commands, whose loading takes most of its time. */
async function run(context: CliContext): Promise<ExitCode> {
  const { args, columns = defaultHelpWidth, out } = context;
  const isHelp = args.length === 1 && (args[0] === "--help" || args[0] === "-h");
  if (isHelp && columns === defaultHelpWidth) {
    out(programHelp);
    return exitCodes.done;
  }
  const { runCommandLine } = await import("./program.js");
  return runCommandLine(context);
}

async function createContext(): Promise<CliContext> {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort();
  };
  // None of them may end a creation between its POST and its PUT.
  const signals = interruptSignals(process.platform);
  const setSignalHandlers = (method: "once" | "off") => {
    for (const signal of signals) process[method](signal, interrupt);
  };
  setSignalHandlers("once");
  let isBlocking = false;
  // A closed pipe is handled like an interrupt, so that it cannot end a creation between its POST and its PUT.
  const stderr = new OutputStream("stderr", interrupt);
  const stdout = new OutputStream("stdout", (error) => {
    interrupt();
    if (error.code !== "EPIPE") reportOutputError(error, stderr);
  });
  const { env } = process;
  const color = { out: colorizeFor(stdout, env), err: colorizeFor(stderr, env) };
  const terminal = new Terminal(stdout, stderr, env["COLUMNS"], color);
  const { out, err, setStatus, setWait } = terminal;
  // isatty(0) does not open stdin, which most commands never read.
  const isInteractive = stderr.isTTY && (await import("node:tty")).isatty(0);
  return {
    env,
    args: process.argv.slice(2),
    command: "",
    out,
    err,
    color,
    get columns() {
      return terminal.outputColumns;
    },
    setStatus,
    setWait,
    prompt: isInteractive ? (question) => promptOnTerminal(question, interruption.signal) : undefined,
    runBlocking: (work) => {
      if (isBlocking) return work();
      isBlocking = true;
      setSignalHandlers("off");
      try {
        return work();
      } finally {
        setSignalHandlers("once");
        isBlocking = false;
      }
    },
    signal: interruption.signal,
  };
}

/** Fails the run if part of stdout is lost, for example because the disk is full. */
function reportOutputError({ message }: Error, stderr: OutputStream): void {
  if (process.exitCode !== exitCodes.error) {
    stderr.write(toSafeOutput(`error: Cannot write to stdout: ${message}.\n`));
  }
  process.exitCode = exitCodes.error;
}

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

void main();

// Marks this file as an ES module. Without an export, esbuild treats it as CommonJS and wraps everything that it imports.
export {};
