/** Prints a command's result in the requested format, and writes reports to files. */
import { appendFileSync, writeFileSync } from "node:fs";
import { errorMessage, type Problem, toSafeJson } from "../../../diagnostics";
import { environmentNameOf } from "../environments/target";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { type Format, type OutputFlags, type ReportFile } from "./output-flags";
import { annotationLines } from "../render/github";
import { junit } from "../render/junit";
import { jobSummaryLimit, markdown } from "../render/markdown";
import { problemLines, reportLines, summaryLine } from "../render/text";
import { type Report } from "../report/report";
import { changesSince } from "../report/report-changes";
import { version } from "../distribution";

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

/** Prints a report that follows an earlier one of the same command: only what changed. @param now in Unix milliseconds */
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

/** Prints a document to stdout. @param members the members after the document's version */
export function printDocument({ out }: CliContext, members: CommandResult["document"]): void {
  out(jsonText(members));
}

export function reportProblems(context: CliContext, problems: readonly Problem[]): void {
  if (context.onProblems !== undefined) context.onProblems(problems);
  else problemLines(problems, context.color.err).forEach(context.err);
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
      const { htmlPage } = await import("../render/html/page.js");
      return [htmlPage(report, { version, now: Date.now(), links: flags, env })];
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
  return writeProblems(file, () => {
    write(file, `${text}\n`);
  });
}

/** @returns the problem of a file that cannot be written */
export function writeProblems(file: string, work: () => void): Problem[] {
  try {
    work();
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

/** The text cannot control the terminal that shows it. */
function jsonText(members: CommandResult["document"]): string {
  return toSafeJson(JSON.stringify({ version: 1, ...members }, undefined, 2));
}
