/**
 * Formats two values with their differences marked: by signs at the start of lines, and by colors within them. Strings of several lines are
 * compared by lines, lists by items, and other strings by words.
 */
import { toSafeLine } from "../../diagnostics";
import { type FormattedField, type ListValues, type StringValues } from "../model/formatted-field";
import { diffItems, diffLines, type DiffPart, diffSimilarStrings, type Side, signs } from "../sentences/diff";
import { firstLines } from "../sentences/lists";
import { valueText } from "../sentences/values";
import { type Colorize, noColor } from "./color";

const contextLength = 2;
/** Strings and lists can have thousands of lines. */
const maxLines = 100;
/** In UTF-16 units. Longer strings are not compared by words. */
const maxLength = 5_000;

type Difference = Pick<FormattedField, "from" | "to" | "values">;

/** Both values on one line each, without signs. The strings of the values are sanitized. */
export function coloredValues({ from, to, values }: Difference, color: Colorize): [from: string, to: string] {
  if (color === noColor) return [valueText(from), valueText(to)];
  if (from === undefined || to === undefined)
    return [coloredValue(from, "removed", color), coloredValue(to, "added", color)];
  if (values?.kind === "list")
    return [
      listSide(values.from, values.to, "removed", color),
      listSide(values.to, values.from, "added", color),
    ];
  return coloredParts(from, to, color);
}

function coloredValue(value: string | undefined, side: Side, color: Colorize): string {
  return color(valueText(value), value === undefined ? "dim" : side);
}

/** `- old` and `+ new`. */
export function valueDifference(field: Difference, color: Colorize): string[] {
  const [from, to] = coloredValues(field, color);
  return [`${color("-", "removed")} ${from}`, `${color("+", "added")} ${to}`];
}

/** The removed and the added items, and the number of the others. */
export function itemDifference({ from, to }: ListValues, color: Colorize): string[] {
  const parts = diffItems(from, to);
  const changed = parts.flatMap(({ kind, text }) => (kind === "same" ? [] : [{ kind, text }]));
  const unchanged = parts.length - changed.length;
  return [
    ...firstLines(changed, maxLines, ({ kind, text }) => color(`${signs[kind]} ${text}`, kind), "items"),
    ...(unchanged === 0 ? [] : [color(`  ${unchanged} unchanged`, "dim")]),
  ];
}

function listSide(items: readonly string[], others: readonly string[], side: Side, color: Colorize): string {
  const own = diffItems(others, items).filter(({ kind }) => kind !== "removed");
  const shown = own.map(({ kind, text }) => color(text, kind === "same" ? "dim" : side));
  return `${color("[", "dim")}${shown.join(color(", ", "dim"))}${color("]", "dim")}`;
}

type Row =
  | { readonly kind: "unchanged"; readonly text: string }
  | { readonly kind: "omitted"; readonly count: number }
  /** `other` is the line that it replaces, or that replaces it. */
  | { readonly kind: Side; readonly text: string; readonly other: string | undefined };

export function textLines(text: string): string[] {
  return firstLines(text.trimEnd().split("\n"), maxLines, toSafeLine, "lines");
}

/** The removed and the added lines, with the unchanged lines around them. */
export function lineDifference({ from, to }: StringValues, color: Colorize): string[] {
  const parts = diffLines(from.trimEnd(), to.trimEnd());
  const rows = parts.flatMap(({ kind, text }, index): Row[] => {
    const lines = text.split("\n");
    if (kind === "same") return unchangedRows(lines, index === 0, index === parts.length - 1);
    // Removed lines come directly before the lines that replace them.
    const neighbor = parts[kind === "removed" ? index + 1 : index - 1];
    const others = neighbor === undefined || neighbor.kind === "same" ? [] : neighbor.text.split("\n");
    const isPaired = others.length === lines.length;
    return lines.map((line, position) => ({
      kind,
      text: line,
      other: isPaired ? others[position] : undefined,
    }));
  });
  return firstLines(rows, maxLines, (row) => formatRow(row, color), "lines");
}

function unchangedRows(lines: readonly string[], isFirst: boolean, isLast: boolean): Row[] {
  const start = isFirst ? 0 : contextLength;
  const end = isLast ? 0 : contextLength;
  const count = lines.length - start - end;
  const rows = (strings: readonly string[]) => strings.map((text): Row => ({ kind: "unchanged", text }));
  if (count <= 1) return rows(lines);
  return [
    ...rows(lines.slice(0, start)),
    { kind: "omitted", count },
    ...rows(lines.slice(lines.length - end)),
  ];
}

function formatRow(row: Row, color: Colorize): string {
  if (row.kind === "omitted") return color(`  (${row.count} unchanged lines)`, "dim");
  if (row.kind === "unchanged") return color(`  ${toSafeLine(row.text)}`.trimEnd(), "dim");
  return `${color(signs[row.kind], row.kind)} ${changedLine(row, color)}`;
}

function changedLine({ kind, text, other }: Extract<Row, { kind: Side }>, color: Colorize): string {
  const line = toSafeLine(text);
  if (color === noColor) return line;
  if (other === undefined) return color(line, kind);
  const [removed, added] = kind === "removed" ? [line, toSafeLine(other)] : [toSafeLine(other), line];
  const [from, to] = coloredParts(removed, added, color);
  return kind === "removed" ? from : to;
}

/** Marks the words that differ, or all of both strings if they have little in common. */
function coloredParts(from: string, to: string, color: Colorize): [from: string, to: string] {
  const parts = Math.max(from.length, to.length) > maxLength ? undefined : diffSimilarStrings(from, to);
  if (parts === undefined) return [color(from, "removed"), color(to, "added")];
  return [coloredSide(parts, "removed", color), coloredSide(parts, "added", color)];
}

function coloredSide(parts: readonly DiffPart[], side: Side, color: Colorize): string {
  const own = parts.filter(({ kind }) => kind === "same" || kind === side);
  return own.map(({ kind, text }) => color(text, kind === side ? side : "dim")).join("");
}
