/** Formats texts of several lines: a new text, or the lines that differ between two texts. */
import { toSafeLine } from "../../../diagnostics";
import { type TextValues } from "../report/field-text";
import { diffLines } from "../report/text-diff";
import { type Colorize, noColor } from "./color";
import { coloredTexts, type Side } from "./colored-texts";

/** Unchanged lines that are shown before and after changed ones. */
const contextLength = 2;
/** Texts and lists can have thousands of lines. */
const maxLines = 100;

type Row =
  | { readonly kind: "unchanged"; readonly text: string }
  | { readonly kind: "omitted"; readonly count: number }
  /** `other` is the line that it replaces, or that replaces it. */
  | { readonly kind: Side; readonly text: string; readonly other: string | undefined };

export function textLines(text: string): string[] {
  return limited(text.trimEnd().split("\n"), "lines", toSafeLine);
}

/** The removed and the added lines, with the unchanged lines around them. */
export function lineDifference({ from, to }: TextValues, color: Colorize): string[] {
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
  return limited(rows, "lines", (row) => formatRow(row, color));
}

function unchangedRows(lines: readonly string[], isFirst: boolean, isLast: boolean): Row[] {
  const start = isFirst ? 0 : contextLength;
  const end = isLast ? 0 : contextLength;
  const count = lines.length - start - end;
  const rows = (texts: readonly string[]) => texts.map((text): Row => ({ kind: "unchanged", text }));
  if (count <= 1) return rows(lines);
  return [
    ...rows(lines.slice(0, start)),
    { kind: "omitted", count },
    ...rows(lines.slice(lines.length - end)),
  ];
}

function formatRow(row: Row, color: Colorize): string {
  switch (row.kind) {
    case "unchanged":
      return color(`  ${toSafeLine(row.text)}`.trimEnd(), "dim");
    case "omitted":
      return color(`  (${row.count} unchanged lines)`, "dim");
    case "removed":
    case "added":
      return `${color(row.kind === "removed" ? "-" : "+", row.kind)} ${changedLine(row, color)}`;
  }
}

function changedLine({ kind, text, other }: Extract<Row, { kind: Side }>, color: Colorize): string {
  const line = toSafeLine(text);
  if (color === noColor) return line;
  if (other === undefined) return color(line, kind);
  const [removed, added] = kind === "removed" ? [line, toSafeLine(other)] : [toSafeLine(other), line];
  const [from, to] = coloredTexts(removed, added, color);
  return kind === "removed" ? from : to;
}

/** Formats one line for each of the first rows, and counts the others. @param noun of the rows */
export function limited<T>(rows: readonly T[], noun: string, format: (row: T) => string): string[] {
  const omitted = rows.length - maxLines;
  const shown = rows.slice(0, maxLines).map(format);
  return omitted > 0 ? [...shown, `and ${omitted} more ${noun} (--json lists all)`] : shown;
}
