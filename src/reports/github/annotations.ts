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
  fieldStyleOf,
  type Finding,
  type FindingFacts,
  findingProblems,
  type FindingSeverity,
  isUnmanaged,
} from "../model/findings";
import { listedFindings, partsOf, type Report } from "../model/report";
import { shareNotices } from "../sentences/audit";
import { backtestLines } from "../sentences/backtests";
import { descriptionOf, labelOf } from "../sentences/findings";
import { fieldLine } from "../sentences/values";

/** GitHub shows ten annotations per level and step, and drops the rest. */
const maxPerLevel = 10;

interface Annotation {
  readonly level: Exclude<FindingSeverity, "none">;
  readonly title: string;
  readonly message: string;
  readonly where?: Place;
}

export function annotationLines(report: Report, workspace: string | undefined): string[] {
  const title = `dbmon ${report.title.toLowerCase()}`;
  const parts = partsOf(report).map((part) => ({ ...part, ...shareNotices(listedFindings(part.report)) }));
  const changed = parts.flatMap(({ single, ...part }) =>
    single
      .filter((finding) => !isUnmanaged(finding) && findingProblems(finding).length === 0)
      .map((finding) => ({ ...part, finding })),
  );
  const annotations = [
    ...report.problems.map((problem) => problemAnnotation(problem, title)),
    ...parts.flatMap(({ report: { findings } }) =>
      findings.flatMap((finding) =>
        findingProblems(finding).map((problem) => problemAnnotation(problem, title, finding.where)),
      ),
    ),
    ...changed
      .sort((a, b) => byImportance(a.finding, b.finding))
      .flatMap((part) => findingAnnotations(part, part.finding, title)),
    ...parts.flatMap(({ shared, environments }) =>
      shared.map(({ check, text }): Annotation => {
        const message = `${check}: ${toSafeLine(text)}${suffixOf(environments)}`;
        return { level: "notice", title, message };
      }),
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

function problemAnnotation(problem: Problem, title: string, findingPlace?: Place): Annotation {
  const { severity, where, remedy } = problem;
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const message = `${subject}${toSafeLine(what)}${remedy === undefined ? "" : `\n${remedy}`}`;
  return { level: severity, title, message, where: { ...findingPlace, ...where } };
}

function findingAnnotations(
  { report, environments }: ReturnType<typeof partsOf>[number],
  finding: Finding,
  title: string,
): Annotation[] {
  const { severity, name, where, fields = [], differences }: FindingFacts = finding;
  if (severity === "none") return [];
  const lines = [
    `${labelOf(finding)} ${quote(name)} ${descriptionOf(finding)}${suffixOf(environments)}`,
    ...(finding.kind === "audit" ? [finding.remedy] : []),
    ...fields.map((field) => fieldLine(field, fieldStyleOf(finding))),
    ...(differences?.sentences ?? []),
    ...backtestLines(report, finding),
  ];
  return [{ level: severity, title, message: lines.join("\n"), ...(where === undefined ? {} : { where }) }];
}

function suffixOf(environments: readonly string[]): string {
  return environments.length === 0 ? "" : ` in ${environments.join(", ")}`;
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
