/** Finds the unclosed quote or bracket that caused a syntax error. The parser reports only the position where it stopped. */

/** Dashes, a key and properties before a value at the start of a line, and the first character of the value. */
const lineStart =
  /[ \t]*(?:[-?][ \t]+)*(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'#[{][^\n]*?):(?:[ \t]+|$))?(?:[&!]\S*[ \t]+)*/my;
/** The groups are the closing quotes, which are empty at the end of the text. */
const token =
  /(?<![^[{,:\s])"(?:[^"\\]+|\\[^]?)*("|$)|(?<![^[{,:\s])'(?:[^']+|'')*('|$)|(?<=\s)#[^\n]*|[[\]{}]/g;

/** @param end the position where the parser stopped @returns undefined if no quote or bracket is open there */
export function findUnclosed(text: string, end: number): number | undefined {
  for (let start = 0; start < end; start = nextLine(text, start)) {
    lineStart.lastIndex = start;
    const offset = lineStart.test(text) ? lineStart.lastIndex : start;
    const character = text.charAt(offset);
    if (/["'[{]/.test(character)) {
      const closed = readValue(text, offset, end);
      if (!closed.isClosed) return closed.offset;
      start = closed.offset;
    } else if (/[|>]/.test(character)) start = lastLineOfBlock(text, start);
  }
  return undefined;
}

interface Value {
  readonly isClosed: boolean;
  /** The end of the value, or the start of its part that is not closed. */
  readonly offset: number;
}

/** Reads a quoted string or a flow collection. */
function readValue(text: string, start: number, end: number): Value {
  const open: number[] = [];
  token.lastIndex = start;
  for (let match = token.exec(text); match !== null && match.index < end; match = token.exec(text)) {
    const { 0: found, 1: double, 2: single, index } = match;
    const closing = double ?? single;
    if (closing !== undefined) {
      if (closing === "" || token.lastIndex > end) return { isClosed: false, offset: index };
    } else if (found === "[" || found === "{") open.push(index);
    else if (found === "]" || found === "}") open.pop();
    if (open.length === 0) return { isClosed: true, offset: token.lastIndex };
  }
  const last = open.at(-1);
  return last === undefined ? { isClosed: true, offset: end } : { isClosed: false, offset: last };
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

/** The start of the last line of a block scalar. Its lines are indented further than the line of its key. */
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
