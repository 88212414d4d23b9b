/** Formats a report as lines for a terminal or a log. */
import { formatProblem, type Problem, quote, textWidth, toSafeLine, wrapLine } from "../../diagnostics";
import { type FieldText } from "../model/field-text";
import {
  type Comparison,
  effectOf,
  type Entry,
  type FieldStyle,
  isUnmanaged,
  listedEntries,
  type Report,
  type Section,
} from "../model/report";
import { summaryOf } from "../sentences/summary";
import {
  backtestLines,
  descriptionOf,
  firstLines,
  historyText,
  labelOf,
  notesOf,
  removedAlertLines,
  routeLines,
  routeNotes,
  routesTitle,
  valueText,
} from "../sentences/words";
import { type Colorize, effectStyles, noColor } from "./color";
import { coloredValues, itemDifference, lineDifference, textLines, valueDifference } from "./differences";
import { tableLines } from "./table";

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
 * Formats the entries and the summary. {@link problemLines} formats the problems. Changes that end notifications are last, directly above the
 * prompt, where the reader of a terminal looks first.
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
    silencing.length === 0
      ? []
      : [color("Deletions and mutes:", "bold"), ...silencing.flatMap((entry) => entryLines(entry, layout))],
  ];
  const notes = (report.notes ?? []).map(toSafeLine);
  return [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ""]),
    ...notes,
    ...serviceLines(report),
    summaryLine(report, color),
  ];
}

function consequenceLines(report: Report, { color, columns }: TextLayout): string[] {
  const history = historyText(report);
  if (history === undefined) return [];
  const lines = report.entries.flatMap((entry) => backtestLines(report, entry));
  return [
    `${color("Back-test:", "bold")} ${toSafeLine(history)}`,
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
      ...(lines ??
        (executionOf(content) === undefined
          ? reportLines(content, layout)
          : executionLines(content, layout, environments.length > 1))),
      "",
    ]),
    summaryLine(report, color),
  ];
}

function executionOf({ result }: Report) {
  return result.kind === "apply" ? result.execution : undefined;
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
  const time = isJoint ? "" : ` after ${formatDuration(executionOf(report)?.durationMs ?? 0)}`;
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

export function summaryLine(report: Report, color: Colorize = noColor): string {
  return `${color(`${report.title}:`, "bold")} ${toSafeLine(summaryOf(report))}`;
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

/** Formats expected and actual values side by side. Rows that differ start with an exclamation mark. */
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

export interface TextLayout {
  readonly color: Colorize;
  /** Width of the terminal. Undefined for a file or a pipe. */
  readonly columns?: number | undefined;
}

/** In terminal columns, for output whose reader has an unknown width. */
const defaultColumns = 120;
/** Longer values do not move the arrows of other fields to the right. In terminal columns. */
const maxAlignedWidth = 40;

/** The words before and after the first value. */
const fieldWords: Readonly<Record<FieldStyle, readonly [before: string, between: string]>> = {
  values: ["", ""],
  changes: ["", " -> "],
  differences: ["live ", ", desired "],
};

/** `disabled: true`, `disabled: true -> false` or `disabled: live true, desired false`. */
export function fieldLine({ field, from, to }: FieldText, style: FieldStyle): string {
  const [before, between] = fieldWords[style];
  return `${field}: ${style === "values" ? "" : `${before}${valueText(from)}${between}`}${valueText(to)}`;
}

/** @param indent of the lines in the output, in terminal columns. The returned lines are not indented. */
export function fieldLines(
  fields: readonly FieldText[],
  style: FieldStyle,
  { color, columns = defaultColumns }: TextLayout,
  indent: number,
): string[] {
  const safeFields = fields.map(({ field, from, to, ...rest }) => ({
    ...rest,
    field: toSafeLine(field),
    from: from && toSafeLine(from),
    to: to && toSafeLine(to),
  }));
  const nameWidth = widest(safeFields.map(({ field }) => field)) + 2;
  const valueWidth = columns - indent - nameWidth - fieldWords[style].join("").length;
  const isInline = (field: FieldText) => {
    if (hasSeveralLines(field, style)) return false;
    return (
      style === "values" || textWidth(valueText(field.from)) + textWidth(valueText(field.to)) <= valueWidth
    );
  };
  const inline = safeFields.filter(isInline).map(({ from }) => valueText(from));
  const fromWidth = widest(inline.filter((from) => textWidth(from) <= maxAlignedWidth));
  return safeFields.flatMap((field) =>
    isInline(field)
      ? [`${padEnd(`${field.field}:`, nameWidth)}${inlineValues(field, style, color, fromWidth)}`]
      : blockLines(field, style, color),
  );
}

/** Whether a text has line breaks that its reader should see. A different end of the text alone is shown as an escape. */
function hasSeveralLines({ values }: FieldText, style: FieldStyle): boolean {
  if (values?.kind !== "text") return false;
  const [from, to] = [values.from.trimEnd(), values.to.trimEnd()];
  return style === "values" ? to.includes("\n") : from !== to && `${from}${to}`.includes("\n");
}

function inlineValues(field: FieldText, style: FieldStyle, color: Colorize, fromWidth: number): string {
  if (style === "values") return valueText(field.to);
  const [before, between] = fieldWords[style];
  const [from, to] = coloredValues(field, color);
  const plain = valueText(field.from);
  const padding = style === "changes" ? padEnd(plain, fromWidth).slice(plain.length) : "";
  return `${color(before, "dim")}${from}${padding}${color(between, "dim")}${to}`;
}

/** The name of the field, and its values on indented lines. */
function blockLines(field: FieldText, style: FieldStyle, color: Colorize): string[] {
  const legend = style === "differences" ? color(" (- live, + desired)", "dim") : "";
  return [`${field.field}:${legend}`, ...valueLines(field, style, color).map((line) => `  ${line}`)];
}

function valueLines(field: FieldText, style: FieldStyle, color: Colorize): string[] {
  const { values } = field;
  if (values?.kind === "text" && hasSeveralLines(field, style))
    return style === "values" ? textLines(values.to) : lineDifference(values, color);
  return values?.kind === "list" ? itemDifference(values, color) : valueDifference(field, color);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((max, text) => Math.max(max, textWidth(text)), 0);
}

function padEnd(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - textWidth(text)))}`;
}
