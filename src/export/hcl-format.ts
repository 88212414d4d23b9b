/** Formats HCL like `terraform fmt`: strings, lists, and arguments with aligned equals signs. */
import { escapeInvisible } from "./text-escaping";

/** A quoted string without expressions. */
export function hclString(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/[$%](?=\{)/g, "$&$&");
  return `"${escapeInvisible(escaped, (digits) => `\\U${digits.padStart(8, "0")}`)}"`;
}

/** Longer lists have one element per line. */
const maxLineLength = 100;

/** An argument, a comment, or undefined for an empty line. */
export type HclLine = HclArgument | HclComment | undefined;

interface HclComment {
  readonly comment: string;
}

interface HclArgument {
  readonly name: string;
  /** An expression, the elements of a list, or the arguments of an object. */
  readonly value: string | readonly string[] | { readonly members: readonly HclLine[] };
}

/** The body of a block or object. */
function formatBody(lines: readonly HclLine[], indent = "  "): string[] {
  const formatted: string[] = [];
  let aligned: HclArgument[] = [];
  const flush = () => {
    const nameLength = Math.max(0, ...aligned.map(({ name }) => name.length));
    for (const argument of aligned)
      formatted.push(`${indent}${argument.name.padEnd(nameLength)} = ${singleLine(argument, indent) ?? ""}`);
    aligned = [];
  };
  for (const line of lines) {
    if (line !== undefined && "name" in line && singleLine(line, indent) !== undefined) {
      aligned.push(line);
      continue;
    }
    flush();
    if (line === undefined) formatted.push("");
    else if ("comment" in line) formatted.push(`${indent}# ${line.comment}`);
    else formatted.push(...multipleLines(line, indent));
  }
  flush();
  return formatted;
}

/** @returns undefined if the argument needs multiple lines */
function singleLine({ name, value }: HclArgument, indent: string): string | undefined {
  if (typeof value === "string") return value;
  if ("members" in value) return undefined;
  const list = `[${value.join(", ")}]`;
  return indent.length + Math.max(name.length, 12) + list.length + 3 <= maxLineLength ? list : undefined;
}

function multipleLines({ name, value }: HclArgument, indent: string): string[] {
  if (typeof value === "string") return [];
  if ("members" in value) {
    return [`${indent}${name} = {`, ...formatBody(value.members, `${indent}  `), `${indent}}`];
  }
  return [`${indent}${name} = [`, ...value.map((element) => `${indent}  ${element},`), `${indent}]`];
}

/** A top-level block. @param header for example `resource "dbmon_alert" "cpu"` */
export function hclBlock(header: string, lines: readonly HclLine[]): string {
  return [`${header} {`, ...formatBody(lines), "}"].join("\n");
}
