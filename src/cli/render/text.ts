/** Formats a report as lines for a terminal or a log. */
import { formatProblem, type Problem, quote, toSafeLine } from "../../diagnostics";
import { tableLines } from "../lists/table";
import { type FieldText } from "../report/field-text";
import {
  type Comparison,
  type Effect,
  type Entry,
  type FieldStyle,
  listedEntries,
  removedAlertLines,
  type Report,
  type Section,
  type ReportBlock,
} from "../report/report";
import { type Colorize, noColor, type Style } from "./color";

/** A longer list would hide the changes above it. */
const maxUnmanagedListed = 20;

const styles: Readonly<Record<Effect, Style | undefined>> = {
  create: "green",
  change: "yellow",
  delete: "red",
  pending: "cyan",
  passed: "green",
  failed: "red",
  none: undefined,
};

/** Formats the entries and the summary. {@link problemLines} formats the problems. */
export function reportLines(report: Report, color: Colorize = noColor): string[] {
  if (report.sections !== undefined) return sectionedLines(report, report.sections, color);
  const entries = listedEntries(report);
  const managed = entries.filter(({ isUnmanaged }) => isUnmanaged !== true);
  const unmanaged = entries.filter(({ isUnmanaged }) => isUnmanaged === true);
  const lines = [...managed.flatMap((entry) => entryLines(entry, color)), ...unmanagedLines(unmanaged)];
  const consequences = consequenceLines(report, color);
  const notes = (report.notes ?? []).map(toSafeLine);
  const own = (report.blocks ?? []).map((block) => blockLines(block, color));
  const blocks = [lines, consequences, ...own]
    .filter((block) => block.length > 0)
    .flatMap((block) => [...block, ""]);
  return [...blocks, ...notes, ...serviceLines(report), summaryLine(report, color)];
}

function consequenceLines({ consequencesTitle, entries }: Report, color: Colorize): string[] {
  if (consequencesTitle === undefined) return [];
  const lines = entries.flatMap(({ consequence }) => consequence ?? []);
  return [
    `${color("Back-test:", "bold")} ${toSafeLine(consequencesTitle)}`,
    ...lines.map((line) => `  ${toSafeLine(line)}`),
  ];
}

function blockLines({ title, lines, notes }: ReportBlock, color: Colorize): string[] {
  return [color(`${title}:`, "bold"), ...[...lines, ...notes].map((line) => `    ${toSafeLine(line)}`)];
}

/** The table of all environments, a section for each, and the summary. */
function sectionedLines(report: Report, sections: readonly Section[], color: Colorize): string[] {
  const { titles, rows } = report.table ?? { titles: [], rows: [] };
  const columns = titles.map((title, index) => ({
    title: title.toUpperCase(),
    value: (row: (typeof rows)[number]) => row[index],
    maxWidth: 100,
  }));
  return [
    ...(titles.length > 0 ? [...tableLines(columns, rows), ""] : []),
    ...sections.flatMap(({ environments, report: content, lines }) => [
      color(`${environments.join(", ")}:`, "bold"),
      ...(lines ?? reportLines(content, color)),
      "",
    ]),
    summaryLine(report, color),
  ];
}

export function serviceLines({ baseUrl }: Pick<Report, "baseUrl">): string[] {
  return baseUrl === undefined ? [] : [`Service: ${baseUrl}`];
}

export function summaryLine({ title, summary }: Report, color: Colorize = noColor): string {
  return `${color(`${title}:`, "bold")} ${toSafeLine(summary)}`;
}

export function problemLines(problems: readonly Problem[], color: Colorize = noColor): string[] {
  return problems.map((problem) => {
    const severity = color(`${problem.severity}:`, problem.severity === "error" ? "red" : "yellow");
    return `${severity} ${formatProblem(problem)}`;
  });
}

/** `disabled: true`, `disabled: true -> false` or `disabled: live true, desired false`. */
export function fieldLine({ field, from, to }: FieldText, style: FieldStyle): string {
  switch (style) {
    case "values":
      return `${field}: ${to}`;
    case "changes":
      return `${field}: ${from} -> ${to}`;
    case "differences":
      return `${field}: live ${from}, desired ${to}`;
  }
}

function entryLines(entry: Entry, color: Colorize): string[] {
  const { name, label, description, effect, fields, fieldStyle, notes, comparisons = [] } = entry;
  return [
    `${color(label, styles[effect])} ${quote(name)} ${toSafeLine(description)}`,
    ...[...removedAlertLines(entry), ...fields.map((field) => fieldLine(field, fieldStyle)), ...notes].map(
      (line) => `    ${toSafeLine(line)}`,
    ),
    ...comparisons.flatMap((comparison) => comparisonLines(comparison, color)).map((line) => `    ${line}`),
  ];
}

/** Formats expected and actual texts side by side. Rows that differ start with an exclamation mark. */
export function comparisonLines({ title, rows }: Comparison, color: Colorize = noColor): string[] {
  const width = Math.max("expected".length, ...rows.map(({ expected }) => expected.length));
  return [
    toSafeLine(title),
    `  ${"expected".padEnd(width)}  actual`,
    ...rows.map(({ expected, actual, isSame }) => {
      const line = toSafeLine(`${isSame ? " " : "!"} ${expected.padEnd(width)}  ${actual}`).trimEnd();
      return isSame ? line : color(line, "red");
    }),
  ];
}

function unmanagedLines(entries: readonly Entry[]): string[] {
  const listed = entries.slice(0, maxUnmanagedListed);
  const lines = listed.map(
    ({ label, name, description }) => `${label} ${quote(name)} ${toSafeLine(description)}`,
  );
  const omitted = entries.length - listed.length;
  return omitted > 0 ? [...lines, `and ${omitted} more (--json lists all)`] : lines;
}
