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
} from "../../../diagnostics";
import {
  byImportance,
  type Entry,
  type EntrySeverity,
  isUnmanaged,
  listedEntries,
  type Report,
  type Section,
} from "../report/report";
import { descriptionOf, labelOf } from "./words";
import { fieldLine } from "./field-lines";

/** GitHub shows ten annotations per level and step, and drops the rest. */
const maxPerLevel = 10;

interface Annotation {
  readonly level: Exclude<EntrySeverity, "none">;
  readonly title: string;
  readonly message: string;
  readonly where?: Place;
}

/** @param workspace the folder of the checkout: GITHUB_WORKSPACE */
export function annotationLines(report: Report, workspace: string | undefined): string[] {
  if (report.sections !== undefined)
    return annotationLines(withoutSections(report, report.sections), workspace);
  const { problems, entries } = report;
  const title = `dbmon ${report.title.toLowerCase()}`;
  const changed = listedEntries(report)
    .filter((entry) => !isUnmanaged(entry) && entry.problems.length === 0)
    .sort(byImportance);
  const annotations = [
    ...problems.map((problem) => problemAnnotation(problem, title)),
    ...entries.flatMap((entry) =>
      entry.problems.map((problem) => problemAnnotation(problem, title, entry.where)),
    ),
    ...changed.flatMap((entry) => entryAnnotations(entry, title)),
  ];
  return (["error", "warning", "notice"] as const).flatMap((level) => {
    const ofLevel = annotations.filter((annotation) => annotation.level === level);
    const shown = ofLevel.length > maxPerLevel ? ofLevel.slice(0, maxPerLevel - 1) : ofLevel;
    const omitted = ofLevel.length - shown.length;
    const rest = omitted > 0 ? [{ level, title, message: `and ${omitted} more. See the log.` }] : [];
    return [...shown, ...rest].map((annotation) => workflowCommand(annotation, workspace));
  });
}

/** The report with the entries of all sections. Their descriptions name the environments. */
function withoutSections(report: Report, sections: readonly Section[]): Report {
  const { sections: _, ...rest } = report;
  const entries = sections.flatMap(({ environments, report: { entries } }) =>
    entries.map((entry) => ({
      ...entry,
      description: `${descriptionOf(entry)} in ${environments.join(", ")}`,
    })),
  );
  return { ...rest, entries };
}

function problemAnnotation(problem: Problem, title: string, entryPlace?: Place): Annotation {
  const { severity, where, remedy } = problem;
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const message = `${subject}${toSafeLine(what)}${remedy === undefined ? "" : `\n${remedy}`}`;
  return { level: severity, title, message, where: { ...entryPlace, ...where } };
}

function entryAnnotations(entry: Entry, title: string): Annotation[] {
  const { severity, name, fields, fieldStyle, consequence, where } = entry;
  if (severity === "none") return [];
  const lines = [
    `${labelOf(entry)} ${quote(name)} ${descriptionOf(entry)}`,
    ...fields.map((field) => fieldLine(field, fieldStyle)),
    ...(consequence === undefined ? [] : [consequence]),
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
    file: file === undefined ? undefined : relativeToWorkspace(file, workspace),
    line,
    col: column,
  }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`]));
  return `::${level} ${properties.join(",")}::${escapeWorkflowMessage(message)}`;
}

function relativeToWorkspace(file: string, workspace: string | undefined): string {
  return workspace === undefined || workspace === "" ? file : relative(workspace, resolve(file));
}

/** Escapes the message of a workflow command. */
export function escapeWorkflowMessage(text: string): string {
  return toSafeLines(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeWorkflowMessage(toSafeLine(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
