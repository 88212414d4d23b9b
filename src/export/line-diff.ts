/** Computes the difference of two texts in the format of `diff -u`. */

/** Unchanged lines around each change. */
const contextLines = 3;
/** Cells of the table for the longest common subsequence. Above the limit, the whole range is replaced. */
const maxTableCells = 25_000_000;

interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** @param name the file name in the header @returns no lines for equal texts */
export function lineDiff(before: string, after: string, name: string): string[] {
  const diff = diffLines(linesOf(before), linesOf(after));
  const hunks = createHunks(diff);
  return hunks.length === 0 ? [] : [`--- ${name}`, `+++ ${name} (export)`, ...hunks.flat()];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}\n\\ No newline at end of file`];
}

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const unchanged = (lines: readonly string[]) => lines.map((line): DiffLine => ({ sign: " ", line }));
  return [
    ...unchanged(before.slice(0, head)),
    ...diffChangedRange(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...unchanged(before.slice(before.length - tail)),
  ];
}

/** Finds the longest common subsequence of lines. */
function diffChangedRange(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((line): DiffLine => ({ sign: "-", line }));
  const added = after.map((line): DiffLine => ({ sign: "+", line }));
  const columns = after.length + 1;
  if (before.length === 0 || after.length === 0 || before.length * columns > maxTableCells) {
    return [...removed, ...added];
  }
  const table = new Uint32Array((before.length + 1) * columns);
  const common = (row: number, column: number) => table[row * columns + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      table[row * columns + column] =
        before[row] === after[column]
          ? common(row + 1, column + 1) + 1
          : Math.max(common(row + 1, column), common(row, column + 1));
    }
  }
  const diff: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const line = before[row] ?? "";
    if (line === after[column]) {
      diff.push({ sign: " ", line });
      row++;
      column++;
    } else if (common(row + 1, column) >= common(row, column + 1))
      diff.push({ sign: "-", line: before[row++] ?? "" });
    else diff.push({ sign: "+", line: after[column++] ?? "" });
  }
  return [...diff, ...removed.slice(row), ...added.slice(column)];
}

function createHunks(diff: readonly DiffLine[]): string[][] {
  const hunks: string[][] = [];
  let from = 0;
  while (from < diff.length) {
    const first = diff.findIndex(({ sign }, index) => index >= from && sign !== " ");
    if (first === -1) break;
    let last = first;
    for (let index = first; index < diff.length && index <= last + 2 * contextLines; index++) {
      if (diff[index]?.sign !== " ") last = index;
    }
    const start = Math.max(from, first - contextLines);
    const end = Math.min(diff.length, last + contextLines + 1);
    hunks.push(formatHunk(diff, start, end));
    from = end;
  }
  return hunks;
}

function formatHunk(diff: readonly DiffLine[], start: number, end: number): string[] {
  const shown = diff.slice(start, end);
  const range = (excluded: DiffLine["sign"]) => {
    const before = diff.slice(0, start).filter(({ sign }) => sign !== excluded).length;
    const length = shown.filter(({ sign }) => sign !== excluded).length;
    return `${length === 0 ? before : before + 1},${length}`;
  };
  return [`@@ -${range("+")} +${range("-")} @@`, ...shown.map(({ sign, line }) => sign + line)];
}
