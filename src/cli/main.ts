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
  const { out, err, status } = new Terminal(process.stdout, process.stderr);
  const { env: environment } = process;
  const paint = {
    out: paletteFor(process.stdout, environment),
    err: paletteFor(process.stderr, environment),
  };
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  return {
    environment,
    out,
    err,
    paint,
    status,
    ask: isTerminal ? confirmOnTerminal : undefined,
    askText: isTerminal ? askOnTerminal : undefined,
    signal: interruption.signal,
  };
}

async function confirmOnTerminal(question: string): Promise<boolean> {
  return (await askOnTerminal(`${question} Only "yes" goes on:`)) === "yes";
}

/** @returns undefined where it was not answered: for Ctrl-C and Ctrl-D at the prompt */
async function askOnTerminal(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} `)).trim();
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
  process.exitCode = code;
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
  if (error instanceof CommanderError) return only(error.message.replace(/^error: /, ""));
  return only(`dbmon has a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

void main();
