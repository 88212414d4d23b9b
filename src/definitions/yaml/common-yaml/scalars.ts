/** The values of scalars on one line and of literal block scalars, by the core schema of YAML 1.2. */
import { type Scanner, UnsupportedSyntax } from "./scanner";

const patterns = {
  doubleQuoted: /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y,
  singleQuoted: /'(?:[^'\n]|'')*'/y,
  plain: /(?:[^-?:,[\]{}#&*!|>'"%@`\s]|-(?=[^-?:,[\]{}#&*!|>'"%@`\s]))[^\n]*/y,
  flowPlain: /(?:[\w./$+~]|-(?=[\w.]))[^,[\]{}:#\n]*/y,
  literal: /\|-?(?= *\n)/y,
  spaces: / */y,
  line: /[^\n]*\n/y,
};

export function readDoubleQuoted(scanner: Scanner): string {
  const quoted = scanner.require(patterns.doubleQuoted);
  // The supported escapes are those of JSON.
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

export function readSingleQuoted(scanner: Scanner): string {
  return scanner.require(patterns.singleQuoted).slice(1, -1).replaceAll("''", "'");
}

export function readPlain(scanner: Scanner): unknown {
  const start = scanner.offset;
  const line = scanner.require(patterns.plain);
  const comment = line.indexOf(" #");
  const text = (comment === -1 ? line : line.slice(0, comment)).replace(trailingSpaces, "");
  if (text.includes(": ") || text.endsWith(":")) throw new UnsupportedSyntax();
  scanner.offset = start + text.length;
  return plainValue(text);
}

export function readFlowPlain(scanner: Scanner): unknown {
  return plainValue(scanner.require(patterns.flowPlain).replace(trailingSpaces, ""));
}

/** @param column of the key that the scalar belongs to */
export function readLiteral(scanner: Scanner, column: number): string {
  const header = scanner.require(patterns.literal);
  scanner.require(patterns.line);
  const lines: string[] = [];
  let indentation = 0;
  for (;;) {
    const start = scanner.offset;
    const spaces = scanner.require(patterns.spaces).length;
    if (scanner.next !== "\n" && indentation === 0) indentation = spaces;
    const isInside = scanner.next !== "" && spaces >= indentation && spaces > column;
    if (scanner.next !== "\n" && !isInside) {
      if (indentation <= column || spaces > column) throw new UnsupportedSyntax();
      scanner.offset = start;
      break;
    }
    if (scanner.next === "\n" && spaces > 0) throw new UnsupportedSyntax();
    scanner.offset = start;
    lines.push(scanner.require(patterns.line).slice(indentation, -1));
  }
  while (lines.at(-1) === "") lines.pop();
  scanner.startLine();
  return lines.join("\n") + (header === "|" ? "\n" : "");
}

/** Other white space belongs to the scalar. */
const trailingSpaces = / +$/;

const words = new Map<string, boolean | null>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const otherNumber =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const maxWordLength = 5;

function plainValue(text: string): unknown {
  if (text.length <= maxWordLength) {
    const word = words.get(text);
    if (word !== undefined) return word;
  }
  if (!/^[-+.\d]/.test(text)) return text;
  if (jsonNumber.test(text)) return Number(text);
  if (otherNumber.test(text)) throw new UnsupportedSyntax();
  return text;
}
