/** Computes the difference of two texts in the format of `diff -u`. */
import { diffArrays } from "diff";

/** Unchanged lines around each change. */
const contextLines = 3;
/** Files with more removed and added lines count as replaced. Bounds the work on large files. */
const maxEditLength = 2000;

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

function diffLines(before: string[], after: string[]): DiffLine[] {
  const parts = diffArrays(before, after, { maxEditLength }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return parts.flatMap(({ removed, added, value }) =>
    value.map((line): DiffLine => ({ sign: removed ? "-" : added ? "+" : " ", line })),
  );
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
