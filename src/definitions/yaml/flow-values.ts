/** Finds quoted strings and brackets by their text alone: the one where the parser stopped, and those that have several lines. */

/** Dashes, a key and properties before a value at the start of a line, and the first character of the value. */
const lineStart =
  /[ \t]*(?:[-?][ \t]+)*(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'#[{][^\n]*?):(?:[ \t]+|$))?(?:[&!]\S*[ \t]+)*/my;
/** The groups are the closing quotes, which are empty at the end of the text. Comments have the white space around them. */
const token =
  /(?<![^[{,:\s])"(?:[^"\\]+|\\[^]?)*("|$)|(?<![^[{,:\s])'(?:[^']+|'')*('|$)|(?<![ \t\n])(?:[ \t\n]+#[^\n]*)+[ \t\n]*|[[\]{}]/g;

/** @param end the position where the parser stopped @returns undefined if no quote or bracket is open there */
export function findUnclosed(text: string, end: number): number | undefined {
  return flowValues(text, end).find(({ unclosed }) => unclosed !== undefined)?.unclosed;
}

/** Whether a bracket is closed before the end of the text. */
export function isClosed(text: string, start: number): boolean {
  return readValue(text, start, text.length).unclosed === undefined;
}

/**
 * Joins the lines of quoted strings and brackets that are not indented further than their key, and replaces tabs, which the parser refuses
 * and other parsers accept. The text keeps its length.
 */
export function joinFlowLines(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, unclosed } of flowValues(text, text.length)) {
    // After a quote that is not closed, the next quote closes it in the middle of a line.
    lineEnd.lastIndex = end;
    const isString = /["']/.test(text.charAt(start));
    if (unclosed !== undefined || (isString && !lineEnd.test(text))) continue;
    const blanked = withoutComments(text.slice(start, end));
    if (blanked === undefined) continue;
    const keyLine = text.slice(text.lastIndexOf("\n", start) + 1, start);
    const column = /^ *(?:- +)*/.exec(keyLine)?.[0].length ?? 0;
    const [first = "", ...others] = blanked.split("\n");
    const joined = others.map((line) => (line.search(/[^ ]|$/) > column ? "\n" : " ") + line);
    parts.push(text.slice(copied, start), [first, ...joined].join("").replaceAll("\t", " "));
    copied = end;
  }
  return [...parts, text.slice(copied)].join("");
}

const lineEnd = /[ \t]*(?:[ \t]#.*)?$/my;

/** @returns undefined if a comment separates two strings without quotes, so that a comma is missing */
function withoutComments(value: string): string | undefined {
  const isComment = (found: string) => /^\s/.test(found);
  const isMissingComma = [...value.matchAll(new RegExp(token))].some(
    ({ 0: found, index }) =>
      isComment(found) &&
      /[^[{,:\]}"']/.test(value.charAt(index - 1)) &&
      /[^\]},:]/.test(value.charAt(index + found.length)),
  );
  if (isMissingComma) return undefined;
  return value.replace(token, (found) => (isComment(found) ? found.replace(/[^\n]/g, " ") : found));
}

interface FlowValue {
  readonly start: number;
  readonly end: number;
  /** The start of its part that is not closed. */
  readonly unclosed?: number | undefined;
}

/** The quoted strings and brackets that are the value of a line, up to one that is not closed. */
function flowValues(text: string, end: number): FlowValue[] {
  const values: FlowValue[] = [];
  for (let start = 0; start < end; start = nextLine(text, start)) {
    lineStart.lastIndex = start;
    const offset = lineStart.test(text) ? lineStart.lastIndex : start;
    const character = text.charAt(offset);
    if (/["'[{]/.test(character)) {
      const value = readValue(text, offset, end);
      values.push(value);
      start = value.end;
    } else if (/[^\s#&*!]/.test(character)) start = lastLineOfBlock(text, start);
  }
  return values;
}

function readValue(text: string, start: number, end: number): FlowValue {
  const open: number[] = [];
  token.lastIndex = start;
  for (let match = token.exec(text); match !== null && match.index < end; match = token.exec(text)) {
    const { 0: found, 1: double, 2: single, index } = match;
    const closing = double ?? single;
    if (closing !== undefined) {
      if (closing === "" || token.lastIndex > end) return { start, end, unclosed: index };
    } else if (found === "[" || found === "{") open.push(index);
    else if (found === "]" || found === "}") open.pop();
    if (open.length === 0) return { start, end: token.lastIndex };
  }
  return { start, end, unclosed: open.at(-1) };
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

/** The start of the last line of a string without quotes. Its lines are indented further than the line of its key. */
function lastLineOfBlock(text: string, keyLine: number): number {
  const indentation = /[ \t]*(?:- +)*/y;
  indentation.lastIndex = keyLine;
  const limit = indentation.exec(text)?.[0].length ?? 0;
  let last = keyLine;
  for (let line = nextLine(text, keyLine); line < text.length; line = nextLine(text, line)) {
    const content = /[ \t]*/y;
    content.lastIndex = line;
    const spaces = content.exec(text)?.[0].length ?? 0;
    if (spaces <= limit && /\S/.test(text.charAt(line + spaces))) break;
    last = line;
  }
  return last;
}
