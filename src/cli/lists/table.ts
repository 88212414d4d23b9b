/** Formats rows as an aligned table: one header line and one line per row. */
import { fitText } from "./fit-text";

export interface Column<T> {
  readonly title: string;
  /** Numbers are right-aligned. Undefined and empty text are shown as "-". */
  readonly value: (row: T) => string | number | undefined;
  /** In terminal columns. Default: 40. */
  readonly maxWidth?: number;
}

export function tableLines<T>(columns: readonly Column<T>[], rows: readonly T[]): string[] {
  const cells = columns.map((column) => columnCells(column, rows));
  return [-1, ...rows.keys()].map((row) =>
    cells
      .map((column) => column[row + 1] ?? "")
      .join("  ")
      .trimEnd(),
  );
}

/** Returns the title and the values of a column, padded to the same width. */
function columnCells<T>({ title, value, maxWidth = 40 }: Column<T>, rows: readonly T[]): string[] {
  const values = rows.map(value);
  const isNumeric = values.every((cell) => typeof cell !== "string");
  const texts = values.map((cell) => (cell === undefined || cell === "" ? "-" : String(cell)));
  const cells = [title, ...texts].map((text) => fitText(text, maxWidth));
  const columnWidth = cells.reduce((max, { width }) => Math.max(max, width), 0);
  return cells.map(({ text, width }) => {
    const padding = " ".repeat(columnWidth - width);
    return isNumeric ? padding + text : text + padding;
  });
}
