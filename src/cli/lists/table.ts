/** Rows as an aligned table for people: a line of titles, then a line a row, whatever the texts hold. */
import { cell } from "./cell";

export interface Column<T> {
  readonly title: string;
  /** Numbers are aligned at their last digit; undefined and empty text are shown as "-". */
  readonly value: (row: T) => string | number | undefined;
  /** Columns of a terminal; 40 by default. */
  readonly widest?: number;
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

/** The title and the values, padded to one width. */
function columnCells<T>({ title, value, widest = 40 }: Column<T>, rows: readonly T[]): string[] {
  const values = rows.map(value);
  const isNumeric = values.every((one) => typeof one !== "string");
  const cells = [title, ...values.map((one) => (one === undefined || one === "" ? "-" : String(one)))].map(
    (text) => cell(text, widest),
  );
  const width = cells.reduce((most, one) => Math.max(most, one.width), 0);
  return cells.map((one) => {
    const padding = " ".repeat(width - one.width);
    return isNumeric ? padding + one.text : one.text + padding;
  });
}
