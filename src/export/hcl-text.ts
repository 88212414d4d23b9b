/** Terraform's language as `terraform fmt` leaves it: texts, lists, and arguments whose signs of equality stand in a column. */
import { invisible } from "./invisible";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A quoted text that means itself. */
export function hclText(text: string): string {
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&")
    .replace(invisible, (character) => short[character] ?? codeOf(character));
  return `"${escaped}"`;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/** Characters of a line; a longer list is written with an element a line. */
const width = 100;

/** An argument, a comment before one, or, as undefined, an empty line. */
export type HclLine = HclArgument | HclComment | undefined;

interface HclComment {
  readonly comment: string;
}

interface HclArgument {
  readonly name: string;
  /** An expression, the elements of a list, or the arguments of an object. */
  readonly value: string | readonly string[] | { readonly members: readonly HclLine[] };
}

/** The lines of a block's or an object's body. */
function hclBody(lines: readonly HclLine[], indent = "  "): string[] {
  const written: string[] = [];
  let column: HclArgument[] = [];
  const endColumn = () => {
    const longest = Math.max(0, ...column.map(({ name }) => name.length));
    for (const one of column)
      written.push(`${indent}${one.name.padEnd(longest)} = ${inOneLine(one, indent) ?? ""}`);
    column = [];
  };
  for (const line of lines) {
    if (line !== undefined && "name" in line && inOneLine(line, indent) !== undefined) {
      column.push(line);
      continue;
    }
    endColumn();
    if (line === undefined) written.push("");
    else if ("comment" in line) written.push(`${indent}# ${line.comment}`);
    else written.push(...inManyLines(line, indent));
  }
  endColumn();
  return written;
}

/** Undefined where it takes several. */
function inOneLine({ name, value }: HclArgument, indent: string): string | undefined {
  if (typeof value === "string") return value;
  if ("members" in value) return undefined;
  const list = `[${value.join(", ")}]`;
  return indent.length + Math.max(name.length, 12) + list.length + 3 <= width ? list : undefined;
}

function inManyLines({ name, value }: HclArgument, indent: string): string[] {
  if (typeof value === "string") return [];
  if ("members" in value) {
    return [`${indent}${name} = {`, ...hclBody(value.members, `${indent}  `), `${indent}}`];
  }
  return [`${indent}${name} = [`, ...value.map((element) => `${indent}  ${element},`), `${indent}]`];
}

/** A block on the top of a file. @param head for example `resource "dbmon_alert" "cpu"` */
export function hclBlock(head: string, lines: readonly HclLine[]): string {
  return [`${head} {`, ...hclBody(lines), "}"].join("\n");
}
