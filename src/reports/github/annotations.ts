/**
 * Formats a report as workflow commands that annotate the lines of definitions in GitHub Actions.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
import { relative, resolve } from "node:path";
import {
  formatEnvironments,
  type Place,
  type Problem,
  quote,
  toSafeLine,
  toSafeLines,
} from "../../diagnostics";
import {
  byImportance,
  type Entry,
  type EntrySeverity,
  isUnmanaged,
  listedEntries,
  type Report,
} from "../model/report";
import { backtestLines, descriptionOf, labelOf } from "../sentences/words";
import { fieldLine } from "../text/text";

/** GitHub shows ten annotations per level and step, and drops the rest. */
const maxPerLevel = 10;

interface Annotation {
  readonly level: Exclude<EntrySeverity, "none">;
  readonly title: string;
  readonly message: string;
  readonly where?: Place;
}

export function annotationLines(report: Report, workspace: string | undefined): string[] {
  const title = `dbmon ${report.title.toLowerCase()}`;
  const parts = report.sections?.map((section) => ({
    report: section.report,
    suffix: ` in ${section.environments.join(", ")}`,
  })) ?? [{ report, suffix: "" }];
  const changed = parts.flatMap((part) =>
    listedEntries(part.report)
      .filter((entry) => !isUnmanaged(entry) && entry.problems.length === 0)
      .map((entry) => ({ ...part, entry })),
  );
  const annotations = [
    ...report.problems.map((problem) => problemAnnotation(problem, title)),
    ...parts.flatMap(({ report: { entries } }) =>
      entries.flatMap(({ problems, where }) =>
        problems.map((problem) => problemAnnotation(problem, title, where)),
      ),
    ),
    ...changed
      .sort((a, b) => byImportance(a.entry, b.entry))
      .flatMap(({ entry, suffix, ...part }) =>
        entryAnnotations(entry, title, suffix, backtestLines(part.report, entry)),
      ),
  ];
  return (["error", "warning", "notice"] as const).flatMap((level) => {
    const ofLevel = annotations.filter((annotation) => annotation.level === level);
    const shown = ofLevel.length > maxPerLevel ? ofLevel.slice(0, maxPerLevel - 1) : ofLevel;
    const omitted = ofLevel.length - shown.length;
    const rest = omitted > 0 ? [{ level, title, message: `and ${omitted} more. See the log.` }] : [];
    return [...shown, ...rest].map((annotation) => workflowCommand(annotation, workspace));
  });
}

function problemAnnotation(problem: Problem, title: string, entryPlace?: Place): Annotation {
  const { severity, where, remedy } = problem;
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const message = `${subject}${toSafeLine(what)}${remedy === undefined ? "" : `\n${remedy}`}`;
  return { level: severity, title, message, where: { ...entryPlace, ...where } };
}

function entryAnnotations(
  entry: Entry,
  title: string,
  suffix: string,
  backtest: readonly string[],
): Annotation[] {
  const { severity, name, fields, fieldStyle, where, differences } = entry;
  if (severity === "none") return [];
  const lines = [
    `${labelOf(entry)} ${quote(name)} ${descriptionOf(entry)}${suffix}`,
    ...fields.map((field) => fieldLine(field, fieldStyle)),
    ...(differences?.sentences ?? []),
    ...backtest,
  ];
  return [{ level: severity, title, message: lines.join("\n"), ...(where === undefined ? {} : { where }) }];
}

function workflowCommand(
  { level, title, message, where = {} }: Annotation,
  workspace: string | undefined,
): string {
  const { file, line, column } = where;
  const properties = Object.entries({
    title,
    file: file && workspace ? relative(workspace, resolve(file)) : file,
    line,
    col: column,
  }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`]));
  return `::${level} ${properties.join(",")}::${escapeWorkflowMessage(message)}`;
}

/** Escapes the message of a workflow command. */
export function escapeWorkflowMessage(text: string): string {
  return toSafeLines(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeWorkflowMessage(toSafeLine(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
