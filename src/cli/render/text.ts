/** A report as lines for a terminal or a log: each alert that has news, each field with its live and its desired value. */
import { formatProblem, type Problem, quote } from "../../diagnostics";
import { type Entry, listedEntries, type Report, type Shows, type Tone } from "../report/report";
import { type FieldText } from "../report/field-text";
import { type Colorize, noColor, type Style } from "./color";

/** So many entries that are beside what was asked for are named; more would hide what was asked for. */
const mostAside = 20;

const styles: Readonly<Record<Tone, Style | undefined>> = {
  create: "green",
  change: "yellow",
  delete: "red",
  doubt: "cyan",
  none: undefined,
};

/** The entries with news, and the line that sums up. Problems are told elsewhere: {@link problemLines}. */
export function reportLines(report: Report, paint: Colorize = noColor): string[] {
  const news = listedEntries(report);
  const asked = news
    .filter(({ isUnmanaged }) => isUnmanaged !== true)
    .flatMap((entry) => entryLines(entry, paint));
  const lines = [...asked, ...asideLines(news.filter(({ isUnmanaged }) => isUnmanaged))];
  return [...lines, ...(lines.length > 0 ? [""] : []), summaryLine(report, paint)];
}

export function summaryLine({ title, summary }: Report, paint: Colorize = noColor): string {
  return `${paint(`${title}:`, "bold")} ${summary}`;
}

export function problemLines(problems: readonly Problem[], paint: Colorize = noColor): string[] {
  return problems.map((problem) => {
    const severity = paint(`${problem.severity}:`, problem.severity === "error" ? "red" : "yellow");
    return `${severity} ${formatProblem(problem)}`;
  });
}

function entryLines(entry: Entry, paint: Colorize): string[] {
  const head = `${paint(entry.label, styles[entry.tone])} ${quote(entry.name)} ${entry.says}`;
  const fields = entry.fields.map((field) => `    ${fieldText(field, entry.shows)}`);
  return [head, ...fields, ...entry.notes.map((note) => `    ${note}`)];
}

/** `disabled: true`, `disabled: true -> false` or `disabled: true, in code false` */
export function fieldText({ field, from, to }: FieldText, shows: Shows): string {
  switch (shows) {
    case "values":
      return `${field}: ${to}`;
    case "changes":
      return `${field}: ${from} -> ${to}`;
    case "differences":
      return `${field}: ${from}, in code ${to}`;
  }
}

function asideLines(entries: readonly Entry[]): string[] {
  const named = entries.slice(0, mostAside).map(({ label, name, says }) => `${label} ${quote(name)} ${says}`);
  const more = entries.length - named.length;
  return more > 0 ? [...named, `and ${more} more, which --json names`] : named;
}
