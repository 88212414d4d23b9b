/** The difference of two texts, line by line, in the form that `diff -u` prints. */

/** Lines around a change that are shown with it. */
const context = 3;
/** Cells of the table that finds what two texts have in common; beyond that all in between is taken for changed. */
const largestTable = 25_000_000;

interface Step {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** @param name of the file, for the heads @returns its lines; none where the texts are the same */
export function lineDiff(before: string, after: string, name: string): string[] {
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const hunks = hunksOf(steps);
  return hunks.length === 0 ? [] : [`--- ${name}`, `+++ ${name} (export)`, ...hunks.flat()];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  // What ends with a newline has no line after it; what does not is told as diff tells it.
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}\n\\ No newline at end of file`];
}

function stepsBetween(before: readonly string[], after: readonly string[]): Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const kept = (lines: readonly string[]) => lines.map((line): Step => ({ sign: " ", line }));
  return [
    ...kept(before.slice(0, head)),
    ...changedSteps(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...kept(before.slice(before.length - tail)),
  ];
}

/** By the longest sequence of lines that both have. */
function changedSteps(before: readonly string[], after: readonly string[]): Step[] {
  const removed = before.map((line): Step => ({ sign: "-", line }));
  const added = after.map((line): Step => ({ sign: "+", line }));
  const columns = after.length + 1;
  if (before.length === 0 || after.length === 0 || before.length * columns > largestTable) {
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
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const line = before[row] ?? "";
    if (line === after[column]) {
      steps.push({ sign: " ", line });
      row++;
      column++;
    } else if (common(row + 1, column) >= common(row, column + 1))
      steps.push({ sign: "-", line: before[row++] ?? "" });
    else steps.push({ sign: "+", line: after[column++] ?? "" });
  }
  return [...steps, ...removed.slice(row), ...added.slice(column)];
}

function hunksOf(steps: readonly Step[]): string[][] {
  const hunks: string[][] = [];
  let from = 0;
  while (from < steps.length) {
    const first = steps.findIndex(({ sign }, index) => index >= from && sign !== " ");
    if (first === -1) break;
    let last = first;
    for (let index = first; index < steps.length && index <= last + 2 * context; index++) {
      if (steps[index]?.sign !== " ") last = index;
    }
    const start = Math.max(from, first - context);
    const end = Math.min(steps.length, last + context + 1);
    hunks.push(hunkOf(steps, start, end));
    from = end;
  }
  return hunks;
}

function hunkOf(steps: readonly Step[], start: number, end: number): string[] {
  const shown = steps.slice(start, end);
  const range = (other: Step["sign"]) => {
    const before = steps.slice(0, start).filter(({ sign }) => sign !== other).length;
    const length = shown.filter(({ sign }) => sign !== other).length;
    return `${length === 0 ? before : before + 1},${length}`;
  };
  return [`@@ -${range("+")} +${range("-")} @@`, ...shown.map(({ sign, line }) => sign + line)];
}
