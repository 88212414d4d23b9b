/** Formats a report as lines for a terminal or a log. */
import { formatProblem, type Problem, quote, toSafeLine } from "../../../diagnostics";
import { tableLines } from "../text/table";
import { wrapLine } from "../text/wrap-line";
import {
  type Comparison,
  type Entry,
  listedEntries,
  removedAlertLines,
  type Report,
  type Section,
  type ReportBlock,
} from "../report/report";
import { type Colorize, effectStyles, noColor } from "./color";
import { fieldLines, type TextLayout } from "./field-lines";
import { resultLines } from "./results";

/** Of the lines that belong to an entry. */
const indent = "    ";
/** A longer list would hide the changes above it. */
const maxUnmanagedListed = 20;

/** Without colors and for any width. */
const plainLayout: TextLayout = { color: noColor };

/**
 * Formats the entries and the summary. {@link problemLines} formats the problems. What ends notifications is last, because the end is what
 * the reader of a terminal sees first, directly above the prompt.
 */
export function reportLines(report: Report, layout: TextLayout = plainLayout): string[] {
  if (report.sections !== undefined) return sectionedLines(report, report.sections, layout);
  const { color } = layout;
  const entries = listedEntries(report);
  const managed = entries.filter(({ isUnmanaged }) => isUnmanaged !== true);
  const silencing = managed.filter(({ isSilencing }) => isSilencing === true);
  const others = managed.filter(({ isSilencing }) => isSilencing !== true);
  const unmanaged = entries.filter(({ isUnmanaged }) => isUnmanaged === true);
  const blocks = [
    [...others.flatMap((entry) => entryLines(entry, layout)), ...unmanagedLines(unmanaged)],
    consequenceLines(report, layout),
    ...(report.blocks ?? []).map((block) => blockLines(block, layout)),
    silencingLines(silencing, layout),
  ];
  const notes = (report.notes ?? []).map(toSafeLine);
  return [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ""]),
    ...notes,
    ...serviceLines(report),
    summaryLine(report, color),
  ];
}

function silencingLines(entries: readonly Entry[], layout: TextLayout): string[] {
  if (entries.length === 0) return [];
  const title = layout.color("Deletions and mutes:", "bold");
  return [title, ...entries.flatMap((entry) => entryLines(entry, layout))];
}

function consequenceLines({ consequencesTitle, entries }: Report, { color, columns }: TextLayout): string[] {
  if (consequencesTitle === undefined) return [];
  const lines = entries.flatMap(({ consequence }) => consequence ?? []);
  return [
    `${color("Back-test:", "bold")} ${toSafeLine(consequencesTitle)}`,
    ...lines.flatMap((line) => wrapLine(`  ${toSafeLine(line)}`, columns, indent.length)),
  ];
}

function blockLines({ title, lines, notes }: ReportBlock, { color, columns }: TextLayout): string[] {
  return [
    color(`${title}:`, "bold"),
    ...[...lines, ...notes].flatMap((line) =>
      wrapLine(`${indent}${toSafeLine(line)}`, columns, 2 * indent.length),
    ),
  ];
}

/** The table of all environments, a section for each, and the summary. */
function sectionedLines(report: Report, sections: readonly Section[], layout: TextLayout): string[] {
  const { color, columns: maxWidth } = layout;
  const { titles, rows } = report.table ?? { titles: [], rows: [] };
  const columns = titles.map((title, index) => ({
    title: title.toUpperCase(),
    value: (row: (typeof rows)[number]) => row[index],
    maxWidth: 100,
  }));
  return [
    ...(titles.length > 0 ? [...tableLines(columns, rows, maxWidth), ""] : []),
    ...sections.flatMap(({ environments, report: content, lines }) => [
      color(`${environments.join(", ")}:`, "bold"),
      ...(lines ?? sectionLines(content, layout, environments.length > 1)),
      "",
    ]),
    summaryLine(report, color),
  ];
}

/** After an execution, what it did. Before one, the changes. @param isJoint whether the section is that of several environments */
function sectionLines(report: Report, layout: TextLayout, isJoint: boolean): string[] {
  return report.executionMs === undefined
    ? reportLines(report, layout)
    : executionLines(report, layout, isJoint);
}

/** Formats what an apply did, and the summary. */
export function executionLines(report: Report, layout: TextLayout, isJoint = false): string[] {
  return [...resultLines(report, layout, isJoint), "", summaryLine(report, layout.color)];
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

function entryLines(entry: Entry, layout: TextLayout): string[] {
  const { name, label, description, effect, fields, fieldStyle, notes, comparisons = [] } = entry;
  const { color } = layout;
  return [
    `${color(label, effectStyles[effect])} ${quote(name)} ${toSafeLine(description)}`,
    ...[
      ...removedAlertLines(entry).map(toSafeLine),
      ...fieldLines(fields, fieldStyle, layout, indent.length),
      ...notes.map(toSafeLine),
      ...comparisons.flatMap((comparison) => comparisonLines(comparison, color)),
    ].map((line) => `${indent}${line}`),
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
