#!/usr/bin/env node
/** The `dbmon` command. This file alone prints and sets the exit code. */
import { isatty } from "node:tty";
import { CommanderError } from "commander";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { buildProgram } from "./program";
import { paletteFor } from "./render/palette";
import { Terminal } from "./terminal";

/** SIGHUP: the terminal or the connection to it went. It must not end a creation between its two steps either. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function makeContext(): CliContext {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort();
  };
  const listen = (how: "once" | "off") => {
    for (const signal of endingSignals) process[how](signal, interrupt);
  };
  listen("once");
  // Whoever reads the output may stop reading: that ends the work as an interrupt does, and not in mid-creation.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      interruption.abort();
      if (stream === process.stdout && error.code !== "EPIPE") tellLostOutput(error);
    });
  }
  const { out, err, status } = new Terminal(process.stdout, process.stderr);
  const { env: environment } = process;
  const paint = {
    out: paletteFor(process.stdout, environment),
    err: paletteFor(process.stderr, environment),
  };
  // Asked of the descriptor: most commands never open stdin.
  const isTerminal = isatty(0) && process.stderr.isTTY;
  return {
    environment,
    args: process.argv.slice(2),
    out,
    err,
    paint,
    status,
    ask: isTerminal ? (question) => confirmOnTerminal(question, interruption.signal) : undefined,
    askText: isTerminal ? (question) => askOnTerminal(question, interruption.signal) : undefined,
    held: (work) => {
      listen("off");
      try {
        return work();
      } finally {
        listen("once");
      }
    },
    signal: interruption.signal,
  };
}

/** Whoever reads the output has less than all of it, for example because the disk is full: the run has failed. */
function tellLostOutput({ message }: Error): void {
  if (process.exitCode !== exitCodes.error)
    process.stderr.write(`error: stdout cannot be written: ${message}.\n`);
  process.exitCode = exitCodes.error;
}

async function confirmOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  return (await askOnTerminal(`${question} Only "yes" goes on:`, signal)) === "yes";
}

/** @returns undefined where it was not answered: for Ctrl-C and Ctrl-D at the prompt, and for a signal from elsewhere */
async function askOnTerminal(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} `, { signal })).trim();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const context = makeContext();
  let code: ExitCode = exitCodes.done;
  const program = buildProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    code = await tell(error, context);
  } finally {
    context.status?.("");
  }
  process.exitCode ??= code;
}

/** Tells people of a failure, and programs too where they were promised one JSON document on stdout. */
async function tell(error: unknown, context: CliContext): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  const { reportFailure } = await import("./actions/index.js");
  reportFailure(context, error, error instanceof CommanderError ? toldBy(error, context) : undefined);
  return exitCodes.error;
}

/** What Commander has told people. Of `help` with a name that no command has it has printed all help, and not said why. */
function toldBy({ code, message }: CommanderError, { args, err }: CliContext): string {
  if (code !== "commander.help") return message.replace(/^error: /, "");
  const asked = args.indexOf("help");
  if (asked < 0) return "no command was named";
  const told = `unknown command '${args[asked + 1] ?? ""}'`;
  err(`error: ${told}`);
  return told;
}

void main();

// Says that this file is an ES module. esbuild takes one that exports nothing for CommonJS, and then wraps everything that it imports.
export {};
