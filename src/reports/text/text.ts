/** Formats a report as lines for a terminal or a log. */
import { formatProblem, type Problem, quote, textWidth, toSafeLine, wrapLine } from "../../diagnostics";
import { historySentence } from "../../impact";
import { formatOrigin, type RunOrigin } from "../../plan-document";
import {
  type ChangeFinding,
  effectOf,
  type FieldStyle,
  fieldStyleOf,
  type Finding,
  type FindingFacts,
  isSilencing,
  isUnmanaged,
} from "../model/findings";
import { type FormattedField } from "../model/formatted-field";
import { listedFindings, type Report, type ReportOf } from "../model/report";
import { backtestLines } from "../sentences/backtests";
import { descriptionOf, findingNotes, labelOf, removedAlertLines } from "../sentences/findings";
import { firstLines } from "../sentences/lists";
import { reportNotes } from "../sentences/notes";
import { routeLines, routeNotes, routesTitle } from "../sentences/routes";
import { summaryOf } from "../sentences/summary";
import { comparisonLines, fieldWords, valueText } from "../sentences/values";
import { auditLines } from "./audit";
import { type Colorize, effectStyles, noColor } from "./color";
import { coloredValues, itemDifference, lineDifference, textLines, valueDifference } from "./differences";
import { tableLines } from "./table";

const indent = "    ";
/** A longer list would hide the changes above it. */
const maxUnmanagedListed = 20;
/** In characters. A longer difference is listed by the name of its field only. */
const maxDifferenceLength = 80;
/** A longer list would hide what was done. */
const maxSkippedListed = 20;

/**
 * Formats the findings and the summary. {@link problemLines} formats the problems. Changes that end notifications are last, directly above the
 * prompt, where the reader of a terminal looks first.
 */
export function reportLines(report: Report, layout: TextLayout = { color: noColor }): string[] {
  if (report.kind === "environments") return sectionedLines(report, layout);
  const { color } = layout;
  if (report.kind === "audit")
    return [
      ...reportNotes(report).map(toSafeLine),
      ...auditLines(report, layout),
      ...originLines(report, layout.columns),
      summaryLine(report, color),
    ];
  const findings = listedFindings(report);
  const silencing = findings.filter(isSilencing);
  const others = findings.filter((finding) => !isSilencing(finding) && !isUnmanaged(finding));
  const unmanagedLines = firstLines(findings.filter(isUnmanaged), maxUnmanagedListed, (finding) =>
    findingLine(finding, labelOf(finding)),
  );
  const blocks = [
    [...others.flatMap((finding) => findingLines(finding, layout)), ...unmanagedLines],
    consequenceLines(report, layout),
    routesLines(report, layout),
    silencing.length === 0
      ? []
      : [
          color("Deletions and mutes:", "bold"),
          ...silencing.flatMap((finding) => findingLines(finding, layout)),
        ],
  ];
  return [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ""]),
    ...reportNotes(report).map(toSafeLine),
    ...originLines(report, layout.columns),
    summaryLine(report, color),
  ];
}

function consequenceLines(report: Report, { color, columns }: TextLayout): string[] {
  const history = report.history && historySentence(report.history);
  if (history === undefined) return [];
  const lines = report.findings.flatMap((finding) => backtestLines(report, finding));
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

function sectionedLines(report: ReportOf<"environments">, layout: TextLayout): string[] {
  const { color, columns: maxWidth } = layout;
  const { titles, rows } = report.table ?? { titles: [], rows: [] };
  const columns = titles.map((title, index) => ({
    title: title.toUpperCase(),
    value: (row: (typeof rows)[number]) => row[index],
    maxWidth: 100,
  }));
  return [
    ...(titles.length > 0 ? [...tableLines(columns, rows, maxWidth), ""] : []),
    ...report.sections.flatMap(({ environments, report: content, lines }) => [
      color(`${environments.join(", ")}:`, "bold"),
      ...(lines ??
        (content.kind === "apply" && content.execution !== undefined
          ? executionLines(content, layout, environments.length > 1)
          : reportLines(content, layout))),
      "",
    ]),
    summaryLine(report, color),
  ];
}

/** Formats the results of an apply, one line per change, and the summary. Failures are last, next to the summary. */
export function executionLines(report: ReportOf<"apply">, { color }: TextLayout, isJoint = false): string[] {
  const results = report.findings.filter(({ outcome }) => outcome !== undefined);
  const sorted = [...results].sort((a, b) => rankOf(a) - rankOf(b));
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  const omitted = Math.max(0, skipped - maxSkippedListed);
  const time = isJoint ? "" : ` after ${formatDuration(report.execution?.durationMs ?? 0)}`;
  return [
    color(`Results${time}:`, "bold"),
    ...firstLines(
      sorted,
      sorted.length - omitted,
      (change) => {
        const style = change.outcome === "failed" ? "red" : effectStyles[effectOf(change)];
        return findingLine(change, color(labelOf(change), style), changedValues(change));
      },
      "not started",
    ),
    "",
    summaryLine(report, color),
  ];
}

const ranks = { done: 0, failed: 2, skipped: 3 } as const;

function rankOf({ outcome = "done", isSilencing: isLate }: ChangeFinding): number {
  return outcome === "done" && isLate ? 1 : ranks[outcome];
}

/** What an update changed. The problems of a failed change are on stderr. */
function changedValues(change: ChangeFinding): string {
  const { outcome, fields } = change;
  if (outcome !== "done" || effectOf(change) !== "change") return "";
  return fields.length === 0 ? "" : `: ${fields.map(differenceOf).join(", ")}`;
}

function differenceOf({ field, from, to }: FormattedField): string {
  const text = `${field} ${valueText(from)} -> ${valueText(to)}`;
  return text.length > maxDifferenceLength ? field : text;
}

function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function originLines(origin: RunOrigin, columns?: number): string[] {
  const where = formatOrigin(origin);
  return where === undefined ? [] : wrapLine(`Environment: ${toSafeLine(where)}`, columns, indent.length);
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

function findingLines(finding: Finding, layout: TextLayout): string[] {
  const { fields = [], comparisons = [] }: FindingFacts = finding;
  const { color } = layout;
  return [
    findingLine(finding, color(labelOf(finding), effectStyles[effectOf(finding)])),
    ...[
      ...removedAlertLines(finding).map(toSafeLine),
      ...fieldLines(fields, fieldStyleOf(finding), layout, indent.length),
      ...findingNotes(finding).map(toSafeLine),
      ...comparisons.flatMap((comparison) => comparisonLines(comparison, (line) => color(line, "red"))),
    ].map((line) => `${indent}${line}`),
  ];
}

function findingLine(finding: Finding, label: string, detail = ""): string {
  return `${label} ${quote(finding.name)} ${toSafeLine(`${descriptionOf(finding)}${detail}`)}`;
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

/** @param indent of the lines in the output, in terminal columns. The returned lines are not indented. */
function fieldLines(
  fields: readonly FormattedField[],
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
  const isInline = (field: FormattedField) => {
    if (hasSeveralLines(field, style)) return false;
    if (field.values?.kind === "list" && field.values.isExplained && style !== "values") return false;
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
function hasSeveralLines({ values }: FormattedField, style: FieldStyle): boolean {
  if (values?.kind !== "text") return false;
  const [from, to] = [values.from.trimEnd(), values.to.trimEnd()];
  return style === "values" ? to.includes("\n") : from !== to && `${from}${to}`.includes("\n");
}

function inlineValues(field: FormattedField, style: FieldStyle, color: Colorize, fromWidth: number): string {
  if (style === "values") return valueText(field.to);
  const [before, between] = fieldWords[style];
  const [from, to] = coloredValues(field, color);
  const plain = valueText(field.from);
  const padding = style === "changes" ? padEnd(plain, fromWidth).slice(plain.length) : "";
  return `${color(before, "dim")}${from}${padding}${color(between, "dim")}${to}`;
}

function blockLines(field: FormattedField, style: FieldStyle, color: Colorize): string[] {
  const legend = style === "differences" ? color(" (- live, + desired)", "dim") : "";
  return [`${field.field}:${legend}`, ...valueLines(field, style, color).map((line) => `  ${line}`)];
}

function valueLines(field: FormattedField, style: FieldStyle, color: Colorize): string[] {
  const { values } = field;
  if (values?.kind === "text" && hasSeveralLines(field, style))
    return style === "values" ? textLines(values.to) : lineDifference(values, color);
  return values?.kind === "list" ? itemDifference(values, color) : valueDifference(field, color);
}

function widest(strings: readonly string[]): number {
  return strings.reduce((max, text) => Math.max(max, textWidth(text)), 0);
}

function padEnd(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - textWidth(text)))}`;
}
