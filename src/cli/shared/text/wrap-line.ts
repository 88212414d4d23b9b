/** Wraps lines between words, with a hanging indent. */
import { textWidth } from "./fit-text";

/** Text beside labels has at least this width. Otherwise, it continues below them. In terminal columns. */
const minTextWidth = 24;
const shortIndent = 4;

/**
 * Words that are wider than a line stay complete, because they can be addresses, paths or names.
 *
 * @param columns width of a line, in terminal columns. Undefined: the line is not wrapped
 * @param hang indent of the lines after the first, in terminal columns
 * @param offset width of what the caller prints before the first line, in terminal columns
 */
export function wrapLine(line: string, columns: number | undefined, hang: number, offset = 0): string[] {
  if (columns === undefined) return [line];
  const [indent = ""] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let start = 0;
  let end = indent.length;
  let width = offset + indent.length;
  // Each word with the spaces before it.
  for (const [text] of line.slice(indent.length).matchAll(/ *[^ ]+/g)) {
    const wordWidth = textWidth(text);
    if (end > indent.length && width + wordWidth > columns) {
      lines.push(line.slice(start, end));
      start = end + text.length - text.trimStart().length;
      width = hang + textWidth(text.trimStart());
    } else width += wordWidth;
    end += text.length;
  }
  lines.push(line.slice(start));
  return lines.map((part, index) => (index === 0 ? part : " ".repeat(hang) + part));
}

/** The indent of lines after one with a label: below its text or, on a narrow terminal, below the label. In terminal columns. */
export function hangingIndent(labelWidth: number, columns: number | undefined): number {
  return columns === undefined || columns - labelWidth >= minTextWidth ? labelWidth : shortIndent;
}
