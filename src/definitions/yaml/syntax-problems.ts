/** Describes syntax errors of YAML and JSON files for their authors. The messages of the parser are not printed. */
import { quote } from "../../diagnostics";
import { findUnclosed } from "./find-unclosed";

export interface SyntaxProblem {
  readonly offset: number;
  /** A clause without a period. */
  readonly what: string;
  readonly remedy: string;
}

/** @param reason the message of the parser @param position where the parser stopped */
export function describeSyntaxProblem(reason: string, position: number, text: string): SyntaxProblem {
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
  for (const [pattern, describe] of descriptions) {
    const problem = pattern.test(reason) ? describe({ text, position }) : undefined;
    if (problem !== undefined) return problem;
  }
  const remedy = "Check indentation, quotes, brackets and colons of the surrounding lines.";
  return { offset: position, what: "the file cannot be parsed from here", remedy };
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
}

type Describe = (error: SyntaxError) => SyntaxProblem | undefined;

/** By the messages of the parser. The first match that returns a problem is used. */
const descriptions: readonly (readonly [RegExp, Describe])[] = [
  [/^tab characters/, at("a tab is used for indentation", "Indent with spaces.")],
  [/^missed comma/, describeBraces],
  [
    /^missed comma/,
    (error) => (/[\]}]/.test(error.text.charAt(error.position)) ? describeUnclosed(error) : undefined),
  ],
  [/^deficient indentation|^unexpected end/, describeUnclosed],
  [/^missed comma/, describeCharacter],
  [/^missed comma/, describeMissingComma],
  [
    /^expected the node content/,
    at("an item is missing before a comma", "Remove the comma, or add the item."),
  ],
  [/^bad indentation|^can not read|^expected ':'/, describeLine],
  [/^bad indentation|^end of the stream/, describeCharacter],
  [
    /^bad indentation|^end of the stream/,
    at(
      "the value ended before this character",
      "Put the whole string in quotes. Inside single quotes, write a single quote twice.",
    ),
  ],
  [/escape sequence|hexadecimal/, describeEscape],
  [
    /must contain at least one character/,
    at(
      "the name of an anchor is missing after & or *",
      "Put a string that starts with & or * in quotes.",
      -1,
    ),
  ],
  [
    /^duplication of an anchor|^alias node/,
    at("a value has more than one anchor or alias", "Remove all but one."),
  ],
  [/tag/, describeTag],
  [
    /^a line break is expected/,
    at("only a line break can follow | or >", "Start the string on the next line."),
  ],
  [
    /^directives end mark/,
    at("a line that starts with % must be followed by ---", "Remove the line, or put the string in quotes."),
  ],
];

function at(what: string, remedy: string, shift = 0): Describe {
  return ({ position }) => ({ offset: position + shift, what, remedy });
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
function describeUnclosed({ text, position }: SyntaxError): SyntaxProblem | undefined {
  const offset = findUnclosed(text, position);
  if (offset === undefined) return undefined;
  const opening = text.charAt(offset);
  const closing = { "[": "]", "{": "}" }[opening];
  if (closing === undefined) {
    const what = `the string that starts here with ${opening} is not closed`;
    return { offset, what, remedy: `Close it with ${opening}.` };
  }
  if (/^.* #/.test(text.slice(offset, position))) {
    return {
      offset,
      what: "the bracket that opens here is not closed, because # begins a comment",
      remedy: `Put a string that contains # in quotes, or close the bracket with ${closing} before the comment.`,
    };
  }
  const remedy = `Close it with ${closing}, indented at least as far as the line of the opening bracket.`;
  return { offset, what: "the bracket that opens here is not closed", remedy };
}

function describeCharacter({ text, position }: SyntaxError): SyntaxProblem | undefined {
  const character = text.charAt(position);
  const problem = (what: string, remedy: string) => ({ offset: position, what, remedy });
  if (/[\]}]/.test(character)) {
    const what = `the bracket ${quote(character)} has no opening bracket`;
    return problem(what, "Remove it, or add the opening bracket.");
  }
  if (/[@`%]/.test(character))
    return problem(
      `a string starts with ${quote(character)}, which is reserved in YAML`,
      "Put it in quotes.",
    );
  if (character === "#") {
    const remedy =
      'Put a string that contains # in quotes, for example "#name". Before a comment, add the space.';
    return problem("a space is missing before #", remedy);
  }
  if (/^-\s/.test(text.slice(position, position + 2)))
    return problem(
      "a sequence starts on the same line as its key",
      "Start the sequence on the line below its key.",
    );
  return undefined;
}

function describeMissingComma({ text, position }: SyntaxError): SyntaxProblem {
  // The parser stops at the second colon of `a: b c: d`.
  const value =
    text.charAt(position) === ":" ? /[^:,[\]{}\s][^:,[\]{}]*$/.exec(text.slice(0, position)) : null;
  const remedy = "Put a comma after each item except the last.";
  return { offset: value?.index ?? position, what: "a comma is missing between items in brackets", remedy };
}

/** A line that does not fit the lines above it, or has a colon that does not end a key. */
function describeLine({ text, position }: SyntaxError): SyntaxProblem | undefined {
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  const before = text.slice(lineStart, position);
  if (before.trim() === "" && !/\s/.test(text.charAt(position))) {
    const remedy = "Indent the items of a sequence, and the keys of a mapping, equally.";
    return { offset: position, what: "the indentation of this line matches no line above it", remedy };
  }
  const isColon = text.charAt(position) === ":";
  if (isColon && /:\s/.test(before)) {
    const offset = lineStart + valueStart(before);
    return {
      offset,
      what: "the line has a second colon that is followed by a space",
      remedy: "Put the string in quotes.",
    };
  }
  if (!isColon && /\S/.test(text.charAt(position))) return undefined;
  const notAKey = (offset: number): SyntaxProblem => ({
    offset,
    what: "this line is not a key with a value",
    remedy: "Write a key, a colon, a space and the value.",
  });
  if (!isColon) return notAKey(lineStart + valueStart(lineAt(text, lineStart)));
  // The parser read this line as the continuation of a value above it.
  const above = lineAbove(text, lineStart);
  let start = above;
  while (start > 0 && !/:\s|^\s*-\s/.test(`${lineAt(text, start)}\n`)) start = lineAbove(text, start);
  const line = lineAt(text, start);
  const isContinued = start === above || indentation(lineAt(text, above)) > keyColumn(line);
  if (!isContinued) return notAKey(above + indentation(lineAt(text, above)));
  if (!/:\s/.test(line)) return notAKey(start + valueStart(line));
  const what = "the line below this value is indented further than its key";
  return { offset: start + valueStart(line), what, remedy: "Indent all keys of a mapping equally." };
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

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

function keyColumn(line: string): number {
  return /^\s*(?:- +)*/.exec(line)?.[0].length ?? 0;
}

/** The index of the value after the dashes and the first key of a line. */
function valueStart(line: string): number {
  return /^\s*(?:- +)*(?:"[^"]*"\s*:\s+|[^"][^\n]*?:\s+)?/.exec(line)?.[0].length ?? 0;
}

function describeEscape({ text, position }: SyntaxError): SyntaxProblem {
  const offset = text.lastIndexOf("\\", position);
  const what = `${quote(text.slice(offset, offset + 2))} is not a valid escape in double quotes`;
  return { offset, what, remedy: "Write the backslash twice, or use single quotes." };
}

export const tagProblem = {
  what: "is a tag, which definitions do not support",
  remedy: "Remove it, or put the string in quotes. A definitions file cannot include other files.",
};

function describeTag({ text, position }: SyntaxError): SyntaxProblem {
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  const offset = lineStart + (/!\S*$/.exec(text.slice(lineStart, position))?.index ?? 0);
  const tag = /^\S*/.exec(lineAt(text, offset))?.[0] ?? "";
  return { offset, what: `${quote(tag)} ${tagProblem.what}`, remedy: tagProblem.remedy };
}
