/** Reports the failure of a command. */
import { closeSync, openSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { ClientClosedError } from "../../../client";
import { type Problem, ProblemError } from "../../../diagnostics";
import { type CliContext, exitCodes } from "../context";
import { lstatIfExists } from "../files";
import { printDocument, reportProblems, writeProblems, writeResult } from "./output";
import { type OutputFlags } from "./output-flags";
import { SessionError } from "../service/session";

/**
 * Prints problems to stderr, and with `--json` also as a document to stdout.
 * @param usageError a message that Commander has already printed to stderr
 */
export function reportFailure(context: CliContext, error: unknown, usageError: string | undefined): void {
  const problems = usageError === undefined ? problemsOf(error) : errorProblem(usageError);
  if (usageError === undefined) reportProblems(context, problems);
  if (context.args.includes("--json")) printDocument(context, { ...baseUrlOf(error), problems });
}

/**
 * Runs a command's work. If it throws problems, also writes these in the requested formats.
 * @param files files that the command reads or writes; a report must not overwrite them
 */
export async function withFailureReport<T>(
  context: CliContext,
  flags: OutputFlags,
  title: string,
  files: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  checkReportFiles(flags, files);
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) {
      const { problems } = error;
      const { base_url: baseUrl } = baseUrlOf(error);
      const report = { title, summary: "failed.", baseUrl, entries: [], problems };
      // `reportFailure` prints the JSON document of every failure, including usage errors.
      const otherFormats = { ...flags, json: undefined };
      await writeResult(context, otherFormats, { document: { problems }, report }, exitCodes.error);
    }
    throw error;
  }
}

/**
 * Opens each report, so that nothing is written to the service if one cannot be written.
 * @throws ProblemError also if a report would overwrite another report or a file of the command
 */
function checkReportFiles({ report = [] }: OutputFlags, files: readonly (string | undefined)[]): void {
  const usedPaths = new Set(files.flatMap((file) => (file === undefined ? [] : [resolve(file)])));
  for (const [, file] of report) {
    const path = resolve(file);
    if (usedPaths.has(path)) {
      throw ProblemError.of("--report would overwrite a file that this command reads or writes.", {
        where: { file },
        remedy: "Use a separate file for each report.",
      });
    }
    usedPaths.add(path);
  }
  const problems = report.flatMap(([, file]) =>
    writeProblems(file, () => {
      openForWriting(file);
    }),
  );
  if (problems.length > 0) throw new ProblemError(problems);
}

/**
 * Opens a file without changing it. A new file is removed again, because the folder can be one of definitions to read. Links are not
 * followed, and pipes and devices not opened, because their readers would see the end of the report.
 */
function openForWriting(file: string): void {
  const stats = lstatIfExists(file);
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return;
  closeSync(openSync(file, "a"));
  if (stats === undefined) rmSync(file);
}

/** The service of a failed session. */
export function baseUrlOf(error: unknown): { readonly base_url?: string } {
  return error instanceof SessionError ? { base_url: error.baseUrl } : {};
}

export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  if (error instanceof ClientClosedError) return errorProblem("Interrupted. Nothing was written.");
  if (isMissingWorkingDirectory(error)) {
    return errorProblem("The current folder does not exist.", "Change to an existing folder and run again.");
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return errorProblem(`dbmon has a bug: ${details}`);
}

function errorProblem(what: string, remedy?: string): readonly Problem[] {
  return [{ severity: "error", what, ...(remedy === undefined ? {} : { remedy }) }];
}

function isMissingWorkingDirectory(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
