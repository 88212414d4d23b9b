/** How a command's result is shown: one form on stdout, and others in files beside it, all made from one document. */
import { appendFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Problem, ProblemError } from "../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "./context";
import { jsonText } from "./json-text";
import { type Format, type OutputFlags, type ReportFile } from "./output-flags";
import { annotationLines } from "./render/github";
import { junit } from "./render/junit";
import { jobSummaryLimit, markdown } from "./render/markdown";
import { problemLines, reportLines } from "./render/text";
import { type Report } from "./report/report";

/** A result: the document that programs read, and what renderers show of it. */
export interface Result {
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
}

/**
 * Refuses a report that would overwrite another one, or a file that the command reads or writes beside it.
 * @param others files of the command, as its user named them
 * @throws ProblemError
 */
function checkReportFiles({ report = [] }: OutputFlags, others: readonly (string | undefined)[]): void {
  const taken = new Set(others.flatMap((file) => (file === undefined ? [] : [resolve(file)])));
  for (const [, file] of report) {
    const path = resolve(file);
    if (taken.has(path)) {
      throw ProblemError.of("--report would overwrite a file that this command reads or writes already.", {
        where: { file },
        remedy: "Give each report a file of its own.",
      });
    }
    taken.add(path);
  }
}

/** Whether stdout has the text, line by line as it comes; else it is somebody else's. */
export function isTextOutput({ json, format = "text" }: OutputFlags): boolean {
  return json !== true && format === "text";
}

/**
 * Shows the result in each form that is asked for. The text is printed by who calls, where it comes in pieces.
 * @returns the exit code, which a file that could not be written turns into an error
 */
export function writeResult(
  context: CliContext,
  flags: OutputFlags,
  result: Result,
  code: ExitCode,
): ExitCode {
  const { document, report } = result;
  const { format = "text" } = flags;
  if (flags.json === true) context.out(jsonText(document));
  else if (format !== "text") rendered(report, format, context).forEach(context.out);
  const problems = [...(flags.report ?? []), ...jobSummary(format, context)].flatMap(([form, file]) => {
    // Half of what there is room for: another command of the same step may have something to tell.
    if (form === "github") return append(file, markdown(report, jobSummaryLimit / 2));
    return write(file, form === "json" ? jsonText(document) : rendered(report, form, context).join("\n"));
  });
  reportProblems(context, problems);
  return problems.length > 0 ? exitCodes.error : code;
}

/**
 * Runs a command's work. Where it ends in problems, the forms that were asked for tell those; the caller tells people.
 * @param files that the command reads or writes, as its user named them: no report may take their place
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
      const report = { title, summary: "failed.", entries: [], problems };
      // With --json every failure is told on stdout in one place, that of arguments as well.
      const others = { ...flags, json: undefined };
      writeResult(context, others, { document: { problems }, report }, exitCodes.error);
    }
    throw error;
  }
}

export function reportProblems(context: CliContext, problems: readonly Problem[]): void {
  problemLines(problems, context.color.err).forEach(context.err);
}

function rendered(report: Report, format: Format, { env }: CliContext): readonly string[] {
  switch (format) {
    case "text":
      return [...problemLines(report.problems), ...reportLines(report)];
    case "markdown":
      return [markdown(report)];
    case "github":
      return [...reportLines(report), ...annotationLines(report, env["GITHUB_WORKSPACE"])];
    case "junit":
      return [junit(report)];
  }
}

/** The file that GitHub shows below the job. */
function jobSummary(format: Format, { env }: CliContext): ReportFile[] {
  const file = env["GITHUB_STEP_SUMMARY"];
  return format !== "github" || file === undefined || file === "" ? [] : [["github", file]];
}

function write(file: string, text: string, how: typeof appendFileSync = writeFileSync): Problem[] {
  try {
    how(file, `${text}\n`);
    return [];
  } catch (error) {
    const what = `The file cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
    return [
      { severity: "error", what, where: { file }, remedy: "Name a file in a folder that you may write to." },
    ];
  }
}

function append(file: string, text: string): Problem[] {
  return write(file, text, appendFileSync);
}
