/** Edits of a text that keep every other character. */
export interface TextEdit {
  /** Offsets in characters of the text before the edits. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. Edits at one offset keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const edit of sortEdits(edits)) {
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  return parts.join("") + text.slice(position);
}

export function hasOverlap(edits: readonly TextEdit[]): boolean {
  const sorted = sortEdits(edits);
  return sorted.some(({ end }, index) => end > (sorted[index + 1]?.start ?? Infinity));
}

function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A text with the byte order mark and the line breaks of a file. @param raw the content of the file */
export function inFormatOf(raw: string, text: string): string {
  const mark = raw.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + (raw.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
}

/** The end of the line of an offset, before its line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

export function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The start of a line with the comment lines directly above it. */
export function startWithComments(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0) {
    const above = startOfLine(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}
