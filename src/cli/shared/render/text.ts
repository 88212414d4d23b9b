/** Formats a report as lines for a terminal or a log. */
import { formatProblem, type Problem, quote, toSafeLine } from "../../../diagnostics";
import { tableLines } from "../text/table";
import { wrapLine } from "../text/wrap-line";
import {
  type Comparison,
  effectOf,
  type Entry,
  isUnmanaged,
  listedEntries,
  type Report,
  type Section,
} from "../report/report";
import { type FieldText } from "../report/field-text";
import { routeLines, routeNotes, routesTitle } from "../report/route-text";
import { type Colorize, effectStyles, noColor } from "./color";
import {
  backtestLines,
  descriptionOf,
  firstLines,
  labelOf,
  notesOf,
  removedAlertLines,
  valueText,
} from "./words";
import { fieldLines, type TextLayout } from "./field-lines";

/** Indent of the lines below an entry. */
const indent = "    ";
/** A longer list would hide the changes above it. */
const maxUnmanagedListed = 20;
/** In characters. A longer difference is listed by the name of its field only. */
const maxDifferenceLength = 80;
/** A longer list would hide what was done. */
const maxSkippedListed = 20;

/** Without colors and for any width. */
const plainLayout: TextLayout = { color: noColor };

/**
 * Formats the entries and the summary. {@link problemLines} formats the problems. Changes that end notifications are last, directly above
 * the prompt, where the reader of a terminal looks first.
 */
export function reportLines(report: Report, layout: TextLayout = plainLayout): string[] {
  if (report.sections !== undefined) return sectionedLines(report, report.sections, layout);
  const { color } = layout;
  const entries = listedEntries(report);
  const managed = entries.filter((entry) => !isUnmanaged(entry));
  const silencing = managed.filter(({ isSilencing }) => isSilencing === true);
  const others = managed.filter(({ isSilencing }) => isSilencing !== true);
  const unmanagedLines = firstLines(entries.filter(isUnmanaged), maxUnmanagedListed, (entry) =>
    entryLine(entry, labelOf(entry)),
  );
  const blocks = [
    [...others.flatMap((entry) => entryLines(entry, layout)), ...unmanagedLines],
    consequenceLines(report, layout),
    routesLines(report, layout),
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

function consequenceLines(report: Report, { color, columns }: TextLayout): string[] {
  const { consequencesTitle, entries } = report;
  if (consequencesTitle === undefined) return [];
  const lines = entries.flatMap((entry) => backtestLines(report, entry));
  return [
    `${color("Back-test:", "bold")} ${toSafeLine(consequencesTitle)}`,
    ...lines.flatMap((line) => wrapLine(`  ${toSafeLine(line)}`, columns, indent.length)),
  ];
}

function routesLines({ routes }: Report, { color, columns }: TextLayout): string[] {
  if (routes === undefined) return [];
  return [
    color(`${routesTitle}:`, "bold"),
    ...[...routeLines(routes), ...routeNotes(routes)].flatMap((line) =>
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

/** The results of an execution. Before one, the changes. @param isJoint whether several environments share the section */
function sectionLines(report: Report, layout: TextLayout, isJoint: boolean): string[] {
  return report.executionMs === undefined
    ? reportLines(report, layout)
    : executionLines(report, layout, isJoint);
}

/** Formats the results of an apply, and the summary. */
export function executionLines(report: Report, layout: TextLayout, isJoint = false): string[] {
  return [...resultLines(report, layout, isJoint), "", summaryLine(report, layout.color)];
}

/** One line per change. Failures are last, next to the summary. */
function resultLines(report: Report, { color }: TextLayout, isJoint = false): string[] {
  const results = report.entries.filter(({ outcome }) => outcome !== undefined);
  const sorted = [...results].sort((a, b) => rankOf(a) - rankOf(b));
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  const omitted = Math.max(0, skipped - maxSkippedListed);
  const time = isJoint ? "" : ` after ${formatDuration(report.executionMs ?? 0)}`;
  return [
    color(`Results${time}:`, "bold"),
    ...sorted.slice(0, sorted.length - omitted).map((entry) => {
      const style = entry.outcome === "failed" ? "red" : effectStyles[effectOf(entry)];
      return entryLine(entry, color(labelOf(entry), style), detailOf(entry));
    }),
    ...(omitted > 0 ? [`and ${omitted} more not started (--json lists all)`] : []),
  ];
}

const ranks = { done: 0, failed: 2, skipped: 3 } as const;

function rankOf({ outcome = "done", isSilencing }: Entry): number {
  return outcome === "done" && isSilencing === true ? 1 : ranks[outcome];
}

/** What an update changed. The problems of a failed change are on stderr. */
function detailOf(entry: Entry): string {
  const { outcome, fields } = entry;
  if (outcome !== "done" || effectOf(entry) !== "change") return "";
  return fields.length === 0 ? "" : `: ${fields.map(differenceOf).join(", ")}`;
}

function differenceOf({ field, from, to }: FieldText): string {
  const text = `${field} ${valueText(from)} -> ${valueText(to)}`;
  return text.length > maxDifferenceLength ? field : text;
}

function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
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
  const { fields, fieldStyle, comparisons = [] } = entry;
  const { color } = layout;
  return [
    entryLine(entry, color(labelOf(entry), effectStyles[effectOf(entry)])),
    ...[
      ...removedAlertLines(entry).map(toSafeLine),
      ...fieldLines(fields, fieldStyle, layout, indent.length),
      ...notesOf(entry).map(toSafeLine),
      ...comparisons.flatMap((comparison) => comparisonLines(comparison, color)),
    ].map((line) => `${indent}${line}`),
  ];
}

function entryLine(entry: Entry, label: string, detail = ""): string {
  return `${label} ${quote(entry.name)} ${toSafeLine(`${descriptionOf(entry)}${detail}`)}`;
}

/** Formats expected and actual texts side by side. Rows that differ start with an exclamation mark. */
export function comparisonLines({ title, rows }: Comparison, color: Colorize = noColor): string[] {
  const width = rows.reduce((max, { expected }) => Math.max(max, expected.length), "expected".length);
  return [
    toSafeLine(title),
    `  ${"expected".padEnd(width)}  actual`,
    ...rows.map(({ expected, actual, isSame }) => {
      const line = toSafeLine(`${isSame ? " " : "!"} ${expected.padEnd(width)}  ${actual}`).trimEnd();
      return isSame ? line : color(line, "red");
    }),
  ];
}
