/** Prints a command's result in the requested format, and writes reports to files. */
import { appendFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorMessage, type Problem, ProblemError } from "../../../diagnostics";
import { environmentNameOf } from "../environments/target";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { jsonText } from "./json-text";
import { type Format, type OutputFlags, type ReportFile } from "./output-flags";
import { annotationLines } from "../render/github";
import { junit } from "../render/junit";
import { jobSummaryLimit, markdown } from "../render/markdown";
import { problemLines, reportLines } from "../render/text";
import { type Report } from "../report/report";
import { SessionError } from "../service/session";
import { version } from "../version";

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

/**
 * Writes the result to stdout in a format other than text, and to the report files.
 * @returns `code`, or an error if a file cannot be written
 */
export async function writeResult(
  context: CliContext,
  flags: OutputFlags,
  result: CommandResult,
  code: ExitCode,
): Promise<ExitCode> {
  const { document } = result;
  const report = { environment: environmentNameOf(context), ...result.report };
  context.onResult?.(document, report);
  const { format = "text" } = flags;
  if (flags.json === true) context.out(jsonText(document));
  else if (format !== "text") (await formatLines(report, format, context, flags)).forEach(context.out);
  const problems: Problem[] = [];
  for (const [kind, file] of [...(flags.report ?? []), ...jobSummaryFile(format, context)]) {
    if (kind === "github") problems.push(...writeText(file, jobSummary(report), appendFileSync));
    else if (kind === "json") problems.push(...writeText(file, jsonText(document)));
    else problems.push(...writeText(file, (await formatLines(report, kind, context, flags)).join("\n")));
  }
  reportProblems(context, problems);
  return problems.length > 0 ? exitCodes.error : code;
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
      const baseUrl = error instanceof SessionError ? error.baseUrl : undefined;
      const report = { title, summary: "failed.", baseUrl, entries: [], problems };
      // `reportFailure` prints the JSON document of every failure, including usage errors.
      const otherFormats = { ...flags, json: undefined };
      await writeResult(context, otherFormats, { document: { problems }, report }, exitCodes.error);
    }
    throw error;
  }
}

/** Prints the document of a command without a report. */
export function printDocument({ out }: CliContext, document: CommandResult["document"]): void {
  out(jsonText(document));
}

/** Prints problems to stderr. */
export function reportProblems(context: CliContext, problems: readonly Problem[]): void {
  if (context.onProblems !== undefined) context.onProblems(problems);
  else problemLines(problems, context.color.err).forEach(context.err);
}

/** @throws ProblemError if a report would overwrite another report or a file of the command */
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
}

/** Loads the larger renderers only for their formats. */
async function formatLines(
  report: Report,
  format: Format,
  { env }: CliContext,
  flags: OutputFlags,
): Promise<readonly string[]> {
  switch (format) {
    case "text":
      return [...problemLines(report.problems), ...reportLines(report)];
    case "markdown":
      return [markdown(report)];
    case "html": {
      const { htmlPage, linkTemplates } = await import("../render/html/index.js");
      return [htmlPage(report, { version, now: Date.now(), links: linkTemplates(flags, env) })];
    }
    case "github":
      return [...reportLines(report), ...annotationLines(report, env["GITHUB_WORKSPACE"])];
    case "junit":
      return [junit(report)];
  }
}

/** The file whose content GitHub shows below the job. */
function jobSummaryFile(format: Format, { env }: CliContext): ReportFile[] {
  const file = env["GITHUB_STEP_SUMMARY"];
  return format !== "github" || file === undefined || file === "" ? [] : [["github", file]];
}

function jobSummary(report: Report): string {
  // Half of the limit, because another command of the same step may add its own summary.
  return markdown(report, jobSummaryLimit / 2);
}

function writeText(file: string, text: string, write: typeof appendFileSync = writeFileSync): Problem[] {
  try {
    write(file, `${text}\n`);
    return [];
  } catch (error) {
    return [
      {
        severity: "error",
        what: `Cannot write the file: ${errorMessage(error)}.`,
        where: { file },
        remedy: "Choose a writable folder.",
      },
    ];
  }
}
