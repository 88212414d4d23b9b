/** Formats rows as an aligned table: one header line and one line per row. */
import { fitText, type FittedText } from "./fit-text";

export interface Column<T> {
  readonly title: string;
  /** Numbers are right-aligned and never shortened. Undefined and empty text are shown as "-". */
  readonly value: (row: T) => string | number | undefined;
  /** In terminal columns. Default: 40. */
  readonly maxWidth?: number;
}

interface TableColumn {
  /** The title and the values. */
  readonly cells: readonly FittedText[];
  readonly isNumeric: boolean;
  readonly width: number;
}

const separator = "  ";
/** In terminal columns. First, only columns that are wider than `from` are shortened, to `to` at least: times stay complete. */
const steps = [
  { from: 24, to: 12 },
  { from: 0, to: 8 },
] as const;

/** @param maxWidth of a line, in terminal columns. The widest columns are shortened first. Default: unlimited */
export function tableLines<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  maxWidth = Infinity,
): string[] {
  const table = columns.map((column) => tableColumn(column, rows));
  const widths = fitWidths(table, maxWidth - separator.length * (table.length - 1));
  return [-1, ...rows.keys()].map((row) => {
    const line = table
      .map(({ cells, isNumeric }, index) => formatCell(cells[row + 1], widths[index] ?? 0, isNumeric))
      .join(separator)
      .trimEnd();
    return maxWidth === Infinity ? line : fitText(line, maxWidth).text;
  });
}

function tableColumn<T>({ title, value, maxWidth = 40 }: Column<T>, rows: readonly T[]): TableColumn {
  const values = rows.map(value);
  const texts = values.map((cell) => (cell === undefined || cell === "" ? "-" : String(cell)));
  const cells = [title, ...texts].map((text) => fitText(text, maxWidth));
  return {
    cells,
    isNumeric: values.every((cell) => typeof cell !== "string"),
    width: cells.reduce((max, { width }) => Math.max(max, width), 0),
  };
}

/** Returns the widths of the columns, of which text columns are shortened until all columns fit. */
function fitWidths(columns: readonly TableColumn[], available: number): number[] {
  let widths = columns.map(({ width }) => width);
  for (const { from, to } of steps) {
    const isShortened = columns.map(({ width, isNumeric }) => !isNumeric && width > from);
    let limit = Math.max(...widths);
    while (limit > to && sum(widths) > available) {
      limit -= 1;
      widths = widths.map((width, index) => (isShortened[index] === true ? Math.min(width, limit) : width));
    }
  }
  return widths;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function formatCell(cell: FittedText | undefined, columnWidth: number, isNumeric: boolean): string {
  if (cell === undefined) return "";
  const { text, width } = cell.width > columnWidth ? fitText(cell.text, columnWidth) : cell;
  const padding = " ".repeat(columnWidth - width);
  return isNumeric ? padding + text : text + padding;
}
