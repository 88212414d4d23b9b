/**
 * Fits untrusted text into a number of terminal columns. The result stays on one line, cannot move the cursor, hide or reverse the text after
 * it, or shift the next column of a table.
 */
import { toSafeLine } from "./untrusted-text";

const doubleWidth =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/** Created on first use, because that takes 4 ms and most strings are ASCII. */
let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string) =>
  (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);
/** In UTF-16 units. Emoji families are shorter. Long runs of combining marks are not. */
const maxGraphemeLength = 16;

/** Text in which each character takes one column. */
const printableAscii = /^[\x20-\x7e]*$/;

export interface FittedText {
  readonly text: string;
  /** Width in terminal columns. */
  readonly width: number;
}

/** Sanitizes the text, and truncates it with an ellipsis. @param maxWidth in terminal columns */
export function fitText(text: string, maxWidth: number): FittedText {
  // Bounds the work: a string may have megabytes, and a list tens of thousands of strings.
  const start = toSafeLine(text.slice(0, (maxWidth + 1) * maxGraphemeLength));
  if (printableAscii.test(start.slice(0, maxWidth + 1))) {
    if (start.length <= maxWidth) return { text: start, width: start.length };
    return { text: `${start.slice(0, maxWidth - 1)}…`, width: maxWidth };
  }
  let fitted: FittedText = { text: "", width: 0 };
  // The longest prefix that leaves a column for the ellipsis.
  let prefix = fitted;
  for (const { segment } of graphemesOf(start)) {
    const grapheme = segment.length > maxGraphemeLength ? "\ufffd" : segment;
    fitted = { text: fitted.text + grapheme, width: fitted.width + graphemeWidth(grapheme) };
    if (fitted.width > maxWidth) return { text: `${prefix.text}…`, width: prefix.width + 1 };
    if (fitted.width < maxWidth) prefix = fitted;
  }
  return fitted;
}

/** The width of the sanitized text in terminal columns. */
export function textWidth(text: string): number {
  return fitText(text, Infinity).width;
}

function graphemeWidth(grapheme: string): number {
  // A combining mark without a base character is drawn over the previous column.
  if (/^[\p{M}\u200c\u200d]/u.test(grapheme)) return 0;
  return doubleWidth.test(grapheme) ? 2 : 1;
}

/** Text beside labels has at least this width. Otherwise, it continues below them. In terminal columns. */
const minTextWidth = 24;
const shortIndent = 4;

/**
 * Words that are wider than a line stay complete, because they can be addresses, paths or names.
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
