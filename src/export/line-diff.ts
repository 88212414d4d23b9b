/** The difference of two texts in the format of `diff -u`. */
import { structuredPatch } from "diff";

/** Unchanged lines around each change. */
const context = 3;
/** Max removed and added lines. Files with more are shown as replaced, which limits the time for large files. */
const maxEditLength = 2000;

/** @param names the file names in the header @returns no lines for equal texts */
export function lineDiff(before: string, after: string, names: readonly [string, string]): string[] {
  const patch = structuredPatch(...names, before, after, undefined, undefined, { context, maxEditLength });
  const hunks = patch?.hunks ?? [replacement(before, after)];
  if (hunks.length === 0) return [];
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${formatRange(oldStart, oldLines)} +${formatRange(newStart, newLines)} @@`,
    ...lines,
  ]);
  return [`--- ${names[0]}`, `+++ ${names[1]}`, ...lines];
}

/** An empty range has the number of the line before it. */
function formatRange(start: number, length: number): string {
  return `${length === 0 ? start - 1 : start},${length}`;
}

function replacement(before: string, after: string) {
  const [removed, added] = [before, after].map((text) => text.replace(/\n$/, "").split("\n"));
  const lines = [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: removed?.length ?? 0, newStart: 1, newLines: added?.length ?? 0, lines };
}
