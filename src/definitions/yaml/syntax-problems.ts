/** Describes syntax errors of YAML and JSON files for their authors. The messages of the parser are not printed. */
import { type Document, isCollection, isScalar, visit, type YAMLError } from "yaml";
import { quote } from "../../diagnostics";

export interface SyntaxProblem {
  readonly offset: number;
  /** A clause without a period. */
  readonly what: string;
  readonly remedy: string;
}

type Description = readonly [what: string, remedy: string];

export function describeSyntaxProblem(
  error: YAMLError,
  document: Document.Parsed,
  text: string,
): SyntaxProblem {
  const offset = Math.min(error.pos[0], text.length);
  const conflict = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
  if (conflict !== null) {
    const remedy = "Resolve the conflict and remove its markers.";
    return { offset: conflict.index, what: "the file contains merge conflict markers", remedy };
  }
  const unclosed = findUnclosed(error.message, document, text, offset);
  if (unclosed !== undefined) return unclosed;
  const [what, remedy] = describe(error, lineFrom(text, offset));
  return { offset, what, remedy };
}

/** The parser reports an unclosed quote or bracket where it expects the end. Returns the start instead. */
function findUnclosed(
  message: string,
  document: Document.Parsed,
  text: string,
  end: number,
): SyntaxProblem | undefined {
  const [, closing] = /(?:Missing closing |end with a )(['"\]}])/.exec(message) ?? [];
  if (closing === undefined) return undefined;
  const isQuote = closing === "'" || closing === '"';
  let offset = end;
  visit(document, {
    Node: (_, node) => {
      const start = node.range?.[0];
      if (start === undefined || start >= end) return;
      if (isQuote && isScalar(node) && /QUOTE/.test(node.type ?? "")) offset = start;
      if (!isQuote && isCollection(node) && node.flow === true && (node.range?.[1] ?? 0) >= end)
        offset = start;
    },
  });
  if (isQuote)
    return {
      offset,
      what: `the string that starts here with ${closing} is not closed`,
      remedy: `Close it with ${closing}.`,
    };
  const rest = text.slice(offset, end);
  if (/^.* #/.test(rest)) {
    return {
      offset,
      what: "the bracket that opens here is not closed, because # begins a comment",
      remedy: `Put a string that contains # in quotes, or close the bracket with ${closing} before the comment.`,
    };
  }
  const remedy = `Close it with ${closing}, indented at least as far as the line of the opening bracket.`;
  return { offset, what: "the bracket that opens here is not closed", remedy };
}

function lineFrom(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return text.slice(offset, end === -1 ? undefined : end);
}

const badIndentation: Description = [
  "the indentation of this line matches no line above it",
  "Indent the items of a sequence, and the keys of a mapping, equally.",
];
const missingComma: Description = [
  "a comma is missing between items in brackets",
  "Put a comma after each item except the last.",
];
const notAKey: Description = [
  "this line is not a key with a value",
  "Write a key, a colon, a space and the value.",
];
const unparsable: Description = [
  "the file cannot be parsed from here",
  "Check indentation, quotes, brackets and colons of the surrounding lines.",
];

/** Errors that authors often cause, by the parser's code. */
const byCode: Readonly<Partial<Record<YAMLError["code"], (line: string, message: string) => Description>>> = {
  TAB_AS_INDENT: () => ["a tab is used for indentation", "Indent with spaces."],
  BAD_INDENT: () => badIndentation,
  MISSING_CHAR: (_, message) => describeMissing(message),
  MULTILINE_IMPLICIT_KEY: () => notAKey,
  BLOCK_AS_IMPLICIT_KEY: (line) =>
    /:\s/.test(`${line}\n`)
      ? ["the line has a second colon that is followed by a space", "Put the string in quotes."]
      : [
          "the line below this value is indented further than its key",
          "Indent all keys of a mapping equally.",
        ],
  BLOCK_IN_FLOW: () => missingComma,
  BAD_SCALAR_START: (line) => [
    `a string starts with ${quote(line.charAt(0))}, which is reserved in YAML`,
    "Put it in quotes.",
  ],
  BAD_DQ_ESCAPE: (line) => [
    `${quote(line.slice(0, 2))} is not a valid escape in double quotes`,
    "Write the backslash twice, or use single quotes.",
  ],
  BAD_ALIAS: () => [
    "the name of an anchor is missing after & or *, or ends with a colon",
    "Put a string that starts with & or * in quotes.",
  ],
  ALIAS_PROPS: () => ["a value has more than one anchor or alias", "Remove all but one."],
  MULTIPLE_ANCHORS: () => ["a value has more than one anchor or alias", "Remove all but one."],
  MULTIPLE_TAGS: describeTag,
  TAG_RESOLVE_FAILED: describeTag,
  BAD_COLLECTION_TYPE: describeTag,
  BAD_DIRECTIVE: () => [
    "the line is an unknown YAML directive",
    "Remove the line, or put the string in quotes.",
  ],
  KEY_OVER_1024_CHARS: () => [
    "a key is longer than 1024 characters",
    "Check for a missing quote or line break.",
  ],
  UNEXPECTED_TOKEN: describeUnexpected,
};

function describe({ code, message }: YAMLError, line: string): Description {
  if (/^\/[/*]/.test(line))
    return ["a comment must start with #", "Use #, or remove the comment. JSON has no comments."];
  return byCode[code]?.(line, message) ?? unparsable;
}

function describeTag(line: string): Description {
  return [
    `${quote(/^\S*/.exec(line)?.[0] ?? "")} is a tag, which definitions do not support`,
    "Remove it, or put the string in quotes. A definitions file cannot include other files.",
  ];
}

function describeMissing(message: string): Description {
  if (message.startsWith("Sequence item without")) return badIndentation;
  if (message.startsWith("Missing ,")) return missingComma;
  if (message.startsWith("Missing space after :")) return ["a space is missing after a colon", "Add it."];
  if (message.startsWith("Comments must be"))
    return [
      "a space is missing before #",
      'Put a string that contains # in quotes, for example "#name". Before a comment, add the space.',
    ];
  if (message.startsWith("Tags and anchors"))
    return ["a space is missing after an anchor or a tag", "Add it, or put the string in quotes."];
  if (message.includes("directives-end"))
    return [
      "a line that starts with % must be followed by ---",
      "Remove the line, or put the string in quotes.",
    ];
  return notAKey;
}

function describeUnexpected(line: string, message: string): Description {
  if (/flow-(map|seq)-end/.test(message))
    return [
      `the bracket ${quote(line.charAt(0))} has no opening bracket`,
      "Remove it, or add the opening bracket.",
    ];
  if (message.startsWith("Block scalar header"))
    return ["only a line break can follow | or >", "Start the string on the next line."];
  if (message.includes("block-seq-ind"))
    return ["a sequence starts on the same line as its key", "Start the sequence on the line below its key."];
  if (message.startsWith("Unexpected ,") || message.includes("empty item"))
    return ["an item is missing before a comma", "Remove the comma, or add the item."];
  return [
    "the value ended before this character",
    "Put the whole string in quotes. Inside single quotes, write a single quote twice.",
  ];
}
