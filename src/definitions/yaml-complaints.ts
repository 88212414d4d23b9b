/** What is wrong with the syntax of a YAML file, in words for its author instead of those of a parser's author. */
import { type Document, isCollection, isScalar, visit, type YAMLError } from "yaml";
import { quote } from "../diagnostics";

export interface SyntaxComplaint {
  readonly offset: number;
  /** A clause. */
  readonly what: string;
  readonly remedy: string;
}

type Words = readonly [what: string, remedy: string];

const inQuotes = "Put a text that holds such signs in quotes.";

/** @param fault the parser's own, of which only the code and the most telling words are looked at */
export function syntaxComplaint(fault: YAMLError, document: Document.Parsed, text: string): SyntaxComplaint {
  const offset = Math.min(fault.pos[0], text.length);
  const conflict = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
  if (conflict !== null) {
    const remedy = "Resolve the conflict, and remove its markers.";
    return { offset: conflict.index, what: "it holds the markers of a merge conflict", remedy };
  }
  const unclosed = unclosedAt(fault.message, document, offset);
  if (unclosed !== undefined) return unclosed;
  const [what, remedy] = wordsFor(fault, lineFrom(text, offset));
  return { offset, what, remedy };
}

/** What is not closed is noticed at the end of the file; its author looks for the beginning. */
function unclosedAt(message: string, document: Document.Parsed, end: number): SyntaxComplaint | undefined {
  const [, closing] = /(?:Missing closing |end with a )(['"\]}])/.exec(message) ?? [];
  if (closing === undefined) return undefined;
  const isText = closing === "'" || closing === '"';
  let offset = end;
  visit(document, {
    Node: (_, node) => {
      const begin = node.range?.[0];
      if (begin === undefined || begin >= end) return;
      if (isText && isScalar(node) && /QUOTE/.test(node.type ?? "")) offset = begin;
      if (!isText && isCollection(node) && node.flow === true && (node.range?.[1] ?? 0) >= end)
        offset = begin;
    },
  });
  const what = isText
    ? `the text that begins here with ${closing} is not closed`
    : `the bracket that opens here is not closed where it has to be`;
  const remedy = isText
    ? `Close it with ${closing}.`
    : `Close it with ${closing}, no further left than it began.`;
  return { offset, what, remedy };
}

function lineFrom(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return text.slice(offset, end === -1 ? undefined : end);
}

function wordsFor({ code, message }: YAMLError, line: string): Words {
  if (/^\/[/*]/.test(line))
    return ["a comment does not begin so", "Begin it with #, or remove it: JSON has none."];
  // The codes of faults that people make; what is left needs no words of its own.
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check
  switch (code) {
    case "TAB_AS_INDENT":
      return ["a tab is used for indentation", "Indent with spaces."];
    case "BAD_INDENT":
      return indentation;
    case "MISSING_CHAR":
      return missing(message);
    case "MULTILINE_IMPLICIT_KEY":
      return ["this line is no key with its value", "Write a key, a colon, a space and the value."];
    case "BLOCK_AS_IMPLICIT_KEY":
      return /:\s/.test(`${line}\n`)
        ? ["a second colon with a space after it stands in one line", "Put the text in quotes."]
        : ["the line below this value is indented further than its key", "Indent the keys of one map alike."];
    case "BLOCK_IN_FLOW":
      return ["a comma is missing between members in brackets", "Put a comma after each but the last."];
    case "BAD_SCALAR_START":
      return [
        `a text begins with ${quote(line.charAt(0))}, which YAML keeps for itself`,
        "Put it in quotes.",
      ];
    case "BAD_DQ_ESCAPE":
      return [
        `in double quotes, ${quote(line.slice(0, 2))} means nothing`,
        "Write a backslash twice, or use single quotes.",
      ];
    case "BAD_ALIAS":
      return ["& and * begin the name of an anchor, which is missing or ends in a colon", inQuotes];
    case "ALIAS_PROPS":
    case "MULTIPLE_ANCHORS":
      return ["a value has more than one anchor or alias", "Keep one of them."];
    case "MULTIPLE_TAGS":
    case "TAG_RESOLVE_FAILED":
    case "BAD_COLLECTION_TYPE":
      return [
        `${quote(/^\S*/.exec(line)?.[0] ?? "")} is a tag, and definitions know none`,
        "Remove it, or put the text in quotes. Nothing is included or looked up in a definitions file.",
      ];
    case "BAD_DIRECTIVE":
      return ["the line is a directive that is not known", "Remove the line, or put the text in quotes."];
    case "KEY_OVER_1024_CHARS":
      return ["a key is longer than 1024 characters", "Is a quote or a line end missing?"];
    case "UNEXPECTED_TOKEN":
      return unexpected(message, line);
    default:
      return [
        "it cannot be read on from here",
        "Compare indentation, quotes, brackets and colons with the lines around.",
      ];
  }
}

const indentation: Words = [
  "the indentation of this line fits none of the lines above it",
  "Indent the members of one list, and the keys of one map, alike.",
];

function missing(message: string): Words {
  if (message.startsWith("Sequence item without")) return indentation;
  if (message.startsWith("Missing ,"))
    return ["a comma is missing between members in brackets", "Put a comma after each but the last."];
  if (message.startsWith("Missing space after :")) return ["a space is missing after a colon", "Add it."];
  if (message.startsWith("Comments must be")) return ["a comment needs a space before its #", inQuotes];
  if (message.startsWith("Tags and anchors"))
    return ["after an anchor or a tag, a space is missing", "Add it, or put the text in quotes."];
  if (message.includes("directives-end"))
    return [
      "a line that begins with % has to be followed by ---",
      "Remove the line, or put the text in quotes.",
    ];
  return ["this line is no key with its value", "Write a key, a colon, a space and the value."];
}

function unexpected(message: string, line: string): Words {
  if (/flow-(map|seq)-end/.test(message))
    return [`the bracket ${quote(line.charAt(0))} closes none`, "Remove it, or open it where it belongs."];
  if (message.startsWith("Block scalar header"))
    return ["after | or > nothing but the end of the line may follow", "Begin the text on the next line."];
  if (message.includes("block-seq-ind"))
    return [
      "a dash begins a member of a list in the line of a key",
      "Begin the list on the line below its key.",
    ];
  if (message.startsWith("Unexpected ,") || message.includes("empty item"))
    return ["a comma stands where a member is expected", "Remove it."];
  return [
    "the value has ended before this",
    "Put the whole text in quotes; inside single quotes, write a single quote twice.",
  ];
}
