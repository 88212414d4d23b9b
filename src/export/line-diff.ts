/** The difference of two files in the format of `diff -u`. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/** Max removed and added lines. Files with more are shown as replaced, which limits the time for large files. */
const maxEditLength = 2000;

/** @param names the file names in the header @returns no lines for equal contents */
export function lineDiff(before: string, after: string, names: readonly [string, string]): string[] {
  const [oldFileName, newFileName] = names;
  const options = { context: 3, maxEditLength };
  const patch = structuredPatch(oldFileName, newFileName, before, after, undefined, undefined, options);
  const hunks = patch?.hunks ?? [replacement(before, after)];
  if (hunks.length === 0) return [];
  const complete = { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks };
  return formatPatch(complete, FILE_HEADERS_ONLY).slice(0, -1).split("\n");
}

function replacement(before: string, after: string) {
  const [removed, added] = [linesOf(before), linesOf(after)];
  const mark = (sign: string, lines: readonly string[], text: string) => [
    ...lines.map((line) => `${sign}${line}`),
    ...(text === "" || text.endsWith("\n") ? [] : ["\\ No newline at end of file"]),
  ];
  const lines = [...mark("-", removed, before), ...mark("+", added, after)];
  return { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
