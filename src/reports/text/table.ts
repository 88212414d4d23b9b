/** Formats rows as an aligned table, or as one block of lines per row if the terminal is too narrow for a table. */
import { type FittedText, fitText, hangingIndent, wrapLine } from "../../diagnostics";

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
/** Shortened cells have at least this width, in terminal columns. */
const minShortenedWidth = 12;
/** In terminal columns. First, only wider columns are shortened: times stay complete. */
const shortenedFirst = 24;

/**
 * A table has one header line and one line per row. In blocks, each line has the title and the value of one column.
 * @param maxWidth of a line, in terminal columns. The widest columns of a table are shortened first. Default: unlimited
 */
export function tableLines<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  maxWidth = Infinity,
): string[] {
  const table = columns.map((column) => tableColumn(column, rows));
  const available = maxWidth - separator.length * (table.length - 1);
  const widths = fitWidths(table, available);
  if (sum(widths) > available) return blockLines(table, rows.length, maxWidth);
  return [-1, ...rows.keys()].map((row) =>
    table
      .map(({ cells, isNumeric }, index) => formatCell(cells[row + 1], widths[index] ?? 0, isNumeric))
      .join(separator)
      .trimEnd(),
  );
}

function tableColumn<T>({ title, value, maxWidth = 40 }: Column<T>, rows: readonly T[]): TableColumn {
  const values = rows.map(value);
  const strings = values.map((cell) => (cell === undefined || cell === "" ? "-" : String(cell)));
  const cells = [title, ...strings].map((text) => fitText(text, maxWidth));
  return {
    cells,
    isNumeric: values.every((cell) => typeof cell !== "string"),
    width: cells.reduce((max, { width }) => Math.max(max, width), 0),
  };
}

/** `NAME  value` lines. An empty line separates the rows. Values are wrapped. */
function blockLines(columns: readonly TableColumn[], rowCount: number, maxWidth: number): string[] {
  const titleWidth = Math.max(...columns.map(({ cells: [title] }) => title?.width ?? 0));
  const labelWidth = titleWidth + separator.length;
  return Array.from({ length: rowCount }, (_element, row) => [
    ...(row === 0 ? [] : [""]),
    ...columns.flatMap(({ cells }) => {
      const label = formatCell(cells[0], labelWidth, false);
      return wrapLine(label + (cells[row + 1]?.text ?? ""), maxWidth, hangingIndent(labelWidth, maxWidth));
    }),
  ]).flat();
}

function fitWidths(columns: readonly TableColumn[], available: number): number[] {
  let widths = columns.map(({ width }) => width);
  for (const from of [shortenedFirst, 0]) {
    const isShortened = columns.map(({ width, isNumeric }) => !isNumeric && width > from);
    let limit = Math.max(...widths);
    while (limit > minShortenedWidth && sum(widths) > available) {
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
