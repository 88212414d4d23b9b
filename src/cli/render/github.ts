/**
 * A report for GitHub Actions: workflow commands that annotate the lines of the definitions, beside the text.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
import { relative, resolve } from "node:path";
import { type Place, type Problem, quote } from "../../diagnostics";
import { byImportance, type Entry, listedEntries, type Report, type Weight } from "../report/report";
import { fieldText } from "./text";

/** GitHub shows ten annotations of a level for a step, and drops the others. */
const mostOfLevel = 10;

interface Annotation {
  readonly level: Exclude<Weight, "none">;
  readonly title: string;
  readonly message: string;
  readonly where?: Place;
}

/** @param workspace the folder that the repository is checked out in: GITHUB_WORKSPACE */
export function annotationLines(report: Report, workspace: string | undefined): string[] {
  const { title, problems, entries } = report;
  const news = listedEntries(report)
    .filter((entry) => entry.isUnmanaged !== true && entry.problems.length === 0)
    .sort(byImportance);
  const annotations = [
    ...problems.map((problem) => ofProblem(problem, title)),
    ...entries.flatMap((entry) => entry.problems.map((problem) => ofProblem(problem, title, entry.where))),
    ...news.flatMap((entry) => ofEntry(entry, title)),
  ];
  return (["error", "warning", "notice"] as const).flatMap((level) => {
    const all = annotations.filter((one) => one.level === level);
    const told = all.length > mostOfLevel ? all.slice(0, mostOfLevel - 1) : all;
    const more = all.length - told.length;
    const rest =
      more > 0
        ? [{ level, title: `dbmon ${title.toLowerCase()}`, message: `and ${more} more: see the log` }]
        : [];
    return [...told, ...rest].map((one) => command(one, workspace));
  });
}

function ofProblem({ severity, what, where, remedy }: Problem, title: string, place?: Place): Annotation {
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const message = `${subject}${what}${remedy === undefined ? "" : `\n${remedy}`}`;
  const whole = { ...place, ...where };
  return { level: severity, title: `dbmon ${title.toLowerCase()}`, message, where: whole };
}

function ofEntry({ weight, label, name, says, fields, shows, where }: Entry, title: string): Annotation[] {
  if (weight === "none") return [];
  const lines = [`${label} ${quote(name)} ${says}`, ...fields.map((field) => fieldText(field, shows))];
  const place = where === undefined ? {} : { where };
  return [{ level: weight, title: `dbmon ${title.toLowerCase()}`, message: lines.join("\n"), ...place }];
}

function command({ level, title, message, where = {} }: Annotation, workspace: string | undefined): string {
  const { file, line, column } = where;
  const properties = Object.entries({
    title,
    file: file === undefined ? undefined : fromWorkspace(file, workspace),
    line,
    col: column,
  }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${inProperty(String(value))}`]));
  return `::${level} ${properties.join(",")}::${inMessage(message)}`;
}

function fromWorkspace(file: string, workspace: string | undefined): string {
  return workspace === undefined || workspace === "" ? file : relative(workspace, resolve(file));
}

function inMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
