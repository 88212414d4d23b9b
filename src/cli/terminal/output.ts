/** Prints a command's result in the requested format, and writes reports to files. */
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { ClientClosedError } from "../../client";
import { isDocumentOfDbmon, readTextFile } from "../../definitions";
import { parseJson, type Problem, ProblemError, toSafeJson } from "../../diagnostics";
import { version } from "../../distribution";
import { type RunOrigin, writeOrigin } from "../../plan-document";
import {
  changesSince,
  formatReport,
  jobSummaryLimit,
  markdown,
  problemLines,
  type Report,
  reportLines,
  summaryLine,
} from "../../reports";
import { type CliContext } from "../framework/context";
import { type ExitCode, exitCodes } from "../framework/exit-codes";
import { lstatIfExists, withFileProblem, writeFile } from "../framework/files";
import { type OutputFlags, type ReportFile } from "../framework/flags";
import { SessionError } from "../framework/session-error";

export interface CommandResult {
  /** The document for programs. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The same result for renderers. */
  readonly report: Report;
}

/** Whether stdout shows text. Commands print text themselves, because some print it in parts. */
export function isTextOutput({ json, format = "text" }: OutputFlags): boolean {
  return json !== true && format === "text";
}

/** Prints the report as text. @param stream stderr for a report that must not mix with a document on stdout */
export function printReport(context: CliContext, report: Report, stream: "out" | "err" = "out"): void {
  const { color, columns } = context;
  reportLines(report, { color: color[stream], columns }).forEach(context[stream]);
}

/** Writes the result to stdout in a format other than text, and to the report files. */
export async function writeResult(
  context: CliContext,
  flags: OutputFlags,
  result: CommandResult,
  code: ExitCode,
): Promise<ExitCode> {
  const { document, report } = result;
  context.onResult?.(document, report);
  const { format = "text" } = flags;
  const options = { version, links: context.links ?? {}, env: context.env };
  if (flags.json === true) context.out(jsonText(document));
  else if (format !== "text") (await formatReport(report, format, options)).forEach(context.out);
  // The file whose content GitHub shows below the job.
  const summaryFile = format === "github" ? context.env["GITHUB_STEP_SUMMARY"] : undefined;
  const summaryFiles: ReportFile[] = summaryFile ? [["github", summaryFile]] : [];
  const problems: Problem[] = [];
  for (const [kind, file] of [...(flags.report ?? []), ...summaryFiles]) {
    // Half of the limit, because another command of the same step may add its own summary.
    if (kind === "github")
      problems.push(...writeText(file, markdown(report, jobSummaryLimit / 2), appendFileSync));
    else if (kind === "json") problems.push(...writeText(file, jsonText(document)));
    else problems.push(...writeText(file, (await formatReport(report, kind, options)).join("\n")));
  }
  reportProblems(context, problems);
  return problems.length > 0 ? exitCodes.error : code;
}

/**
 * Prints a report that follows an earlier one of the same command: only what changed.
 * @param now in Unix milliseconds
 */
export function printChanges(context: CliContext, previous: Report, next: Report, now: number): void {
  const time = new Date(now).toISOString();
  const changes = changesSince(previous, next);
  if (changes === undefined) {
    context.out(`${time} No change. ${summaryLine(next, context.color.out)}`);
    return;
  }
  context.out(time);
  reportProblems(context, changes.problems);
  printReport(context, changes);
}

/** Prints a document to stdout. */
export function printDocument({ out }: CliContext, members: CommandResult["document"]): void {
  out(jsonText(members));
}

/** Prints the result as text, or in another format, and to the report files. */
export function printResult(
  context: CliContext,
  flags: OutputFlags,
  result: CommandResult,
  code: ExitCode,
): Promise<ExitCode> {
  if (isTextOutput(flags)) {
    reportProblems(context, result.report.problems);
    printReport(context, result.report);
  }
  return writeResult(context, flags, result, code);
}

export function reportProblems(context: CliContext, problems: readonly Problem[]): void {
  if (context.onProblems !== undefined) context.onProblems(problems);
  else problemLines(problems, context.color.err).forEach(context.err);
}

function writeText(
  file: string,
  text: string,
  write: (file: string, text: string) => void = writeFile,
): readonly Problem[] {
  return writeProblems(file, () => {
    write(file, `${text}\n`);
  });
}

export function writeProblems(file: string, work: () => void): readonly Problem[] {
  try {
    withFileProblem(file, work);
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}

/** The text cannot control the terminal that shows it. */
function jsonText(members: CommandResult["document"]): string {
  return toSafeJson(JSON.stringify({ version: 1, ...members }, undefined, 2));
}

/**
 * Prints problems to stderr, and with `--json` also as a document to stdout.
 * @param usageError a message that Commander has already printed to stderr
 */
export function reportFailure(context: CliContext, error: unknown, usageError: string | undefined): void {
  const problems = usageError === undefined ? problemsOf(error) : errorProblem(usageError);
  if (usageError === undefined) reportProblems(context, problems);
  if (context.args.includes("--json")) printDocument(context, { ...writeOrigin(originOf(error)), problems });
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
      const report: Report = { kind: "failure", title, ...originOf(error), findings: [], problems };
      // `reportFailure` prints the JSON document of every failure, including usage errors.
      const otherFormats = { ...flags, json: undefined };
      await writeResult(context, otherFormats, { document: { problems }, report }, exitCodes.error);
    }
    throw error;
  }
}

/** Opens each report, so that nothing is written to the service if one cannot be written. */
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
    // No text format has these names, but definitions do.
    if (/\.(ya?ml|json)$/i.test(file)) refuseToReplace(file);
  }
  const problems = report.flatMap(([, file]) =>
    writeProblems(file, () => {
      openForWriting(file);
    }),
  );
  if (problems.length > 0) throw new ProblemError(problems);
}

/** @throws ProblemError for a file that dbmon did not write, such as definitions. Pipes and devices lose nothing. */
export function refuseToReplace(file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) return;
  const text = readTextFile(file, "stack", 0, []);
  if (text === "" || isDocumentOfDbmon(parseJson(text ?? "", file))) return;
  throw ProblemError.of("The file exists, and dbmon did not write it. Nothing was written.", {
    where: { file },
    remedy: "Name another file, or delete this one.",
  });
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
  else accessSync(dirname(resolve(file)), constants.W_OK);
}

/** The origin of a failed session. */
export function originOf(error: unknown): RunOrigin {
  return error instanceof SessionError ? error.origin : {};
}

export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  if (error instanceof ClientClosedError) return errorProblem("Interrupted. Nothing was written.");
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd") {
    return errorProblem("The current folder does not exist.", "Change to an existing folder and run again.");
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return errorProblem(`dbmon has a bug: ${details}`);
}

function errorProblem(what: string, remedy?: string): readonly Problem[] {
  return [{ severity: "error", what, ...(remedy === undefined ? {} : { remedy }) }];
}
