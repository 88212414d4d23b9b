/** Describes syntax errors of YAML and JSON files for their authors. The messages of the parser are not printed. */
import { quote } from "../../diagnostics";
import { findUnclosed, isClosed } from "./flow-values";

export interface SyntaxProblem {
  readonly offset: number;
  /** A clause without a period. */
  readonly what: string;
  readonly remedy: string;
}

/** @param position where the parser stopped */
export function describeSyntaxProblem(position: number, text: string): SyntaxProblem {
  const conflict = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
  if (conflict !== null) {
    const remedy = "Resolve the conflict and remove its markers.";
    return { offset: conflict.index, what: "the file contains merge conflict markers", remedy };
  }
  const comment = [0, text.lastIndexOf("\n", position - 1) + 1].find((start) => commentAt(text, start) >= 0);
  if (comment !== undefined) {
    const remedy = "Use #, or remove the comment. JSON has no comments.";
    return { offset: commentAt(text, comment), what: "a comment must start with #", remedy };
  }
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  const before = text.slice(lineStart, position);
  const open = findUnclosed(text, position);
  const opening = open === undefined ? "" : text.charAt(open);
  const describers = opening === "" ? outside : /["']/.test(opening) ? inString : inBrackets;
  const error = { text, position, character: text.charAt(position), lineStart, before, open };
  for (const describe of describers) {
    const problem = describe(error);
    if (problem !== undefined) return problem;
  }
  const remedy = "Put the whole string in quotes. Inside single quotes, write a single quote twice.";
  return { offset: position, what: "the value ended before this character", remedy };
}

/** The offset of a `//` or `/*` comment at the start of a line, or -1. */
function commentAt(text: string, lineStart: number): number {
  const comment = /\s*(?=\/[/*])/y;
  comment.lastIndex = lineStart;
  return comment.test(text) ? comment.lastIndex : -1;
}

interface SyntaxError {
  readonly text: string;
  readonly position: number;
  readonly character: string;
  readonly lineStart: number;
  readonly before: string;
  /** The start of the string or bracket that is open at the position. */
  readonly open: number | undefined;
}

function at(offset: number, what: string, remedy: string): SyntaxProblem {
  return { offset, what, remedy };
}

type Describe = (error: SyntaxError) => SyntaxProblem | undefined;

/** By the text around the position, because the parser has no codes. The first problem is used. */
const inString: readonly Describe[] = [describeEscape, describeUnclosed];
const inBrackets: readonly Describe[] = [
  describeBraces,
  ({ character, before, position }) =>
    character === "," && !/[^[{,\s]\s*$/.test(before)
      ? at(position, "an item is missing before a comma", "Remove the comma, or add the item.")
      : undefined,
  describeUnclosed,
  describeCharacter,
  describeMissingComma,
];
const outside: readonly Describe[] = [describeTab, describeCharacter, describeLine];

function describeTab({ text, lineStart }: SyntaxError): SyntaxProblem | undefined {
  const tab = /^ *(?:- *)*(?=\t)/.exec(lineAt(text, lineStart));
  return tab === null
    ? undefined
    : at(lineStart + tab[0].length, "a tab is used for indentation", "Indent with spaces.");
}

/** In brackets, the parser reads the braces of `${name}` as a mapping. */
function describeBraces({ text, position }: SyntaxError): SyntaxProblem | undefined {
  const value = /\$\$?\{[^{}\n]*\}?/y;
  value.lastIndex = position - 1;
  const [found] = value.exec(text) ?? [];
  if (found === undefined) return undefined;
  const remedy = `Put it in quotes: ${quote(found)}.`;
  return { offset: position - 1, what: `${found} in brackets is not in quotes`, remedy };
}

/** The parser reports an unclosed quote or bracket where it expects the end. Returns the start instead. */
function describeUnclosed({
  text,
  position,
  character,
  open: offset = 0,
}: SyntaxError): SyntaxProblem | undefined {
  const opening = text.charAt(offset);
  const closing = { "[": "]", "{": "}" }[opening];
  if (closing === undefined) {
    const what = `the string that starts here with ${opening} is not closed`;
    return { offset, what, remedy: `Close it with ${opening}.` };
  }
  if (!/[\]}]/.test(character) && isClosed(text, offset)) return undefined;
  if (/^.* #/.test(text.slice(offset, position))) {
    return {
      offset,
      what: "the bracket that opens here is not closed, because # begins a comment",
      remedy: `Put a string that contains # in quotes, or close the bracket with ${closing} before the comment.`,
    };
  }
  return { offset, what: "the bracket that opens here is not closed", remedy: `Close it with ${closing}.` };
}

function describeCharacter({ text, position, character, before }: SyntaxError): SyntaxProblem | undefined {
  const problem = (what: string, remedy: string) => at(position, what, remedy);
  if (/[\]}]/.test(character)) {
    const what = `the bracket ${quote(character)} has no opening bracket`;
    return problem(what, "Remove it, or add the opening bracket.");
  }
  const reserved = /(?:^|[\s[{,])[&*]$/.test(before) ? before.slice(-1) : /[@`%]/.exec(character)?.[0];
  if (reserved !== undefined)
    return at(
      reserved === character ? position : position - 1,
      `a string starts with ${quote(reserved)}, which is reserved in YAML`,
      "Put it in quotes.",
    );
  if (character === "#") {
    const remedy =
      'Put a string that contains # in quotes, for example "#name". Before a comment, add the space.';
    return problem("a space is missing before #", remedy);
  }
  if (before.trim() !== "" && /^-\s/.test(text.slice(position, position + 2)))
    return problem(
      "a sequence starts on the same line as its key",
      "Start the sequence on the line below its key.",
    );
  return undefined;
}

function describeMissingComma({ text, position, character }: SyntaxError): SyntaxProblem {
  // The parser stops at the second colon of `a: b c: d`.
  const value = character === ":" ? /[^:,[\]{}\s][^:,[\]{}]*$/.exec(text.slice(0, position)) : null;
  const remedy = "Put a comma after each item except the last.";
  return { offset: value?.index ?? position, what: "a comma is missing between items in brackets", remedy };
}

/** A line that does not fit the lines above it, or has a colon that does not end a key. */
function describeLine({
  text,
  position,
  character,
  lineStart,
  before,
}: SyntaxError): SyntaxProblem | undefined {
  const isBlank = before.trim() === "";
  if (isBlank && /\S/.test(character)) {
    const what = "this line does not fit the lines above it";
    const remedy = "Indent the keys of a mapping, or the items of a sequence, equally, and do not mix them.";
    return { offset: position, what, remedy };
  }
  const isColon = character === ":";
  if (isColon && /:\s/.test(before)) {
    const what = "the line has a second colon that is followed by a space";
    return { offset: lineStart + valueStart(before), what, remedy: "Put the string in quotes." };
  }
  if (!isColon && /[^\n]/.test(character)) return undefined;
  // The parser reads a line that is not a key, or is indented further, as part of the value above it.
  const start = isColon || isBlank ? lineAbove(text, lineStart) : lineStart;
  const what = "this line is not a key with a value, or the line below it is indented further";
  const remedy = "Write a key, a colon, a space and the value, and indent all keys of a mapping equally.";
  return { offset: start + valueStart(lineAt(text, start)), what, remedy };
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? undefined : end);
}

/** The start of the nearest line above that is not blank. */
function lineAbove(text: string, lineStart: number): number {
  const above = text.slice(0, lineStart).trimEnd();
  return above.lastIndexOf("\n") + 1;
}

/** The index of the value after the dashes and the first key of a line. */
function valueStart(line: string): number {
  return /^\s*(?:- +)*(?:"[^"]*"\s*:\s+|[^"][^\n]*?:\s+)?/.exec(line)?.[0].length ?? 0;
}

function describeEscape({ text, position, before, open = 0 }: SyntaxError): SyntaxProblem | undefined {
  const isEscape = /(?<!\\)(?:\\\\)*\\(?:[xuU][\da-fA-F]*)?$/.test(before);
  if (text.charAt(open) !== '"' || !isEscape) return undefined;
  const offset = text.lastIndexOf("\\", position);
  const what = `${quote(text.slice(offset, offset + 2))} is not a valid escape in double quotes`;
  return { offset, what, remedy: "Write the backslash twice, or use single quotes." };
}

export const tagProblem = {
  what: "is a tag, which definitions do not support",
  remedy: "Remove it, or put the string in quotes. A definitions file cannot include other files.",
};
