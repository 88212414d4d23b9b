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
import { errorOf, parseJson, type Problem, ProblemError, toSafeJson } from "../../diagnostics";
import { version } from "../../distribution";
import { type DocumentStatus, envelope, type RunOrigin, writeOrigin } from "../../plan-document";
import { type Plan } from "../../reconcile";
import {
  changesSince,
  formatReport,
  hasCounts,
  jobSummaryLimit,
  markdown,
  mergeProblems,
  originLines,
  partsOf,
  problemLines,
  type Report,
  reportLines,
  summaryLine,
} from "../../reports";
import { type CliContext, type Document } from "../framework/context";
import { type EnvironmentResult, type Result } from "../framework/environment-command";
import { type ExitCode, exitCodes } from "../framework/exit-codes";
import { lstatIfExists, withFileProblem, writeFile } from "../framework/files";
import { type OutputFlags, type ReportFile } from "../framework/flags";
import { SessionError } from "../framework/session-error";

/** Whether stdout shows text. Commands print text themselves, because some print it in parts. */
export function isTextOutput({ json, format = "text" }: OutputFlags): boolean {
  return json !== true && format === "text";
}

/** Prints the report as text. @param stream stderr for a report that must not mix with a document on stdout */
export function printReport(context: CliContext, report: Report, stream: "out" | "err" = "out"): void {
  const { color, columns } = context;
  reportLines(report, { color: color[stream], columns }).forEach(context[stream]);
}

/** Reports the problems of a plan, and prints its changes where stdout has the text format. */
export function showPlan(context: CliContext, { status }: Plan, report: Report, flags: OutputFlags): void {
  reportProblems(context, report.problems);
  const isRefused = status === "refused";
  if (!isTextOutput(flags)) return;
  if (isRefused && report.findings.length === 0) {
    originLines(report).forEach(context.err);
    return;
  }
  // A plan refused for its deletions or for existing alerts lists them on stderr: stdout holds only plans that can be applied.
  printReport(context, report, isRefused ? "err" : "out");
}

/** Writes the result to stdout in a format other than text, and to the report files. */
export async function writeResult(
  context: CliContext,
  flags: OutputFlags,
  { code, document, report }: Result,
): Promise<ExitCode> {
  if (document === undefined) return code;
  const { json: isJson, format = "text" } = flags;
  const isUnconfirmed = code === exitCodes.notConfirmed && "confirmation" in document;
  const status = isUnconfirmed ? "confirmation-required" : documentStatus(code, report);
  const json = () => documentText(context, document, status);
  if (isJson === true) context.out(json());
  if (report === undefined) return code;
  context.onResult?.(document, report);
  const options = { version, links: context.links ?? {}, env: context.env };
  if (isJson !== true && format !== "text")
    (await formatReport(report, format, options)).forEach(context.out);
  // The file whose content GitHub shows below the job.
  const summaryFile = format === "github" ? context.env["GITHUB_STEP_SUMMARY"] : undefined;
  const summaryFiles: ReportFile[] = summaryFile ? [["github", summaryFile]] : [];
  const problems: Problem[] = [];
  for (const [kind, file] of [...(flags.report ?? []), ...summaryFiles]) {
    // Half of the limit, because another command of the same step may add its own summary.
    const isSummary = kind === "github";
    const text = isSummary
      ? markdown(report, jobSummaryLimit / 2)
      : kind === "json"
        ? json()
        : (await formatReport(report, kind, options)).join("\n");
    const write = isSummary ? appendFileSync : writeFile;
    problems.push(
      ...writeProblems(file, () => {
        write(file, `${text}\n`);
      }),
    );
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

export function printDocument(context: CliContext, members: Document, code: ExitCode = exitCodes.done): void {
  context.out(documentText(context, members, documentStatus(code)));
}

/** The exit code in words. Changes are named also without --detailed-exitcode. */
export function documentStatus(code: ExitCode, report?: Report): DocumentStatus {
  switch (code) {
    case exitCodes.error:
      return "failed";
    case exitCodes.changes:
      return "changes";
    case exitCodes.notConfirmed:
      // A drill whose destinations did not all confirm.
      return report?.kind === "drill" ? "failed" : "refused";
    case exitCodes.done: {
      const parts = report === undefined ? [] : partsOf(report).map((part) => part.report);
      const found = parts.filter(({ kind }) => kind === "plan" || kind === "drift");
      return found.some(hasCounts) ? "changes" : "done";
    }
  }
}

/** Prints the result as text, or in another format, and to the report files. */
export function printResult(
  context: CliContext,
  flags: OutputFlags,
  result: Result & { readonly report: Report },
): Promise<ExitCode> {
  if (isTextOutput(flags)) {
    reportProblems(context, result.report.problems);
    printReport(context, result.report);
  }
  return writeResult(context, flags, result);
}

export function reportProblems(context: CliContext, problems: readonly Problem[]): void {
  if (context.onProblems !== undefined) context.onProblems(problems);
  else problemLines(problems, context.color.err).forEach(context.err);
}

function writeProblems(file: string, work: () => void): readonly Problem[] {
  try {
    withFileProblem(file, work);
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}

type EnvironmentDocument = Pick<EnvironmentResult, "environment" | "document" | "status">;

/** The members of a document of several environments. */
export function environmentsDocument(results: readonly EnvironmentDocument[]): Document {
  const own = results.map(({ environment, status, document: { problems = [], ...members } }) => {
    return { environment, document: { status, ...members, problems }, problems };
  });
  const environments = own.map(({ environment, document }) => [environment, document] as const);
  return {
    environments: Object.fromEntries(environments),
    problems: mergeProblems(own).map(({ merged }) => merged),
  };
}

/** A complete document. Its text cannot control the terminal that shows it. */
export function documentText(
  { command }: CliContext,
  { problems = [], ...members }: Document,
  status: DocumentStatus,
): string {
  return toSafeJson(JSON.stringify({ ...envelope(command, status), ...members, problems }, undefined, 2));
}

/**
 * Prints problems to stderr, and with `--json` also as a document to stdout.
 * @param usageError a message that Commander has already printed to stderr
 */
export function reportFailure(context: CliContext, error: unknown, usageError: string | undefined): ExitCode {
  const problems = usageError === undefined ? problemsOf(error) : [errorOf("usage", usageError)];
  if (usageError === undefined) reportProblems(context, problems);
  if (context.args.includes("--json"))
    printDocument(context, { ...writeOrigin(originOf(error)), problems }, codeOf(problems));
  return codeOf(problems);
}

function codeOf(problems: readonly Problem[]): ExitCode {
  const isRefused = problems.some(({ code }) => code === "confirmation-invalid");
  return isRefused ? exitCodes.notConfirmed : exitCodes.error;
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
      await writeResult(context, otherFormats, { code: codeOf(problems), document: { problems }, report });
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
      throw ProblemError.of("usage", "--report would overwrite a file that this command reads or writes.", {
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
  const what = "The file exists, and dbmon did not write it. Nothing was written.";
  throw ProblemError.of("file-unwritable", what, {
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

export function originOf(error: unknown): RunOrigin {
  return error instanceof SessionError ? error.origin : {};
}

export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  if (error instanceof ClientClosedError)
    return [errorOf("interrupted", "Interrupted. Nothing was written.")];
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd") {
    const remedy = "Change to an existing folder and run again.";
    return [errorOf("file-unreadable", "The current folder does not exist.", { remedy })];
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [errorOf("bug", `dbmon has a bug: ${details}`)];
}
