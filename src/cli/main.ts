#!/usr/bin/env node
/** The `dbmon` command. This file alone prints and sets the exit code. */
import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { ClientClosed } from "../client";
import { type Problem, ProblemError } from "../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { jsonText } from "./json-text";
import { tellProblems } from "./output";
import { buildProgram } from "./program";
import { paletteFor } from "./render/palette";
import { Terminal } from "./terminal";

function makeContext(): CliContext {
  const interruption = new AbortController();
  // SIGHUP: the terminal or the connection to it went. It must not end a creation between its two steps either.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      interruption.abort();
    });
  }
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
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  return {
    environment,
    args: process.argv.slice(2),
    out,
    err,
    paint,
    status,
    ask: isTerminal ? (question) => confirmOnTerminal(question, interruption.signal) : undefined,
    askText: isTerminal ? (question) => askOnTerminal(question, interruption.signal) : undefined,
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
    code = tell(error, context);
  } finally {
    context.status?.("");
  }
  process.exitCode ??= code;
}

/** Tells people of a failure, and programs too where they were promised one JSON document on stdout. */
function tell(error: unknown, context: CliContext): ExitCode {
  // Commander has printed the help, the version or its complaint already.
  const isTold = error instanceof CommanderError;
  if (isTold && error.exitCode === 0) return exitCodes.done;
  const problems = problemsOf(error);
  if (!isTold) tellProblems(context, problems);
  if (process.argv.includes("--json")) context.out(jsonText({ problems }));
  return exitCodes.error;
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  const only = (what: string): Problem[] => [{ severity: "error", what }];
  if (error instanceof ClientClosed) return only("Interrupted; nothing was written.");
  if (isFolderGone(error)) return [folderGone];
  if (error instanceof CommanderError) return only(error.message.replace(/^error: /, ""));
  return only(`dbmon has a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

const folderGone: Problem = {
  severity: "error",
  what: "The current folder does not exist any more.",
  remedy: "Go to one that does, and run again.",
};

function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

void main();
