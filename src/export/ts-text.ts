/** TypeScript as prettier leaves it with its own settings: 80 columns, double quotes, two spaces, commas behind everything. */
import { invisible } from "./invisible";
import { columnsOf } from "./ts-width";

const lineColumns = 80;
/** Prettier breaks no line behind a key that is shorter than this. */
const shortKey = 5;
const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text as a literal, in the quotes that need fewer escapes. */
export function tsText(text: string): string {
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const mark = doubles > singles ? "'" : '"';
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replace(invisible, (character) => short[character] ?? codeOf(character));
  return mark + escaped + mark;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}

/** `900_000`, `0.95`, `1e21` */
export function tsNumber(number: number): string {
  const text = String(number).replace("e+", "e");
  return /^-?\d{5,}$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, "_") : text;
}

/** What stands between brackets: in one line where it has room there, else with an element a line. */
export function listed(open: string, elements: readonly string[], close: string, indent = ""): string[] {
  const inOneLine = `${indent}${open}${elements.join(", ")}${close}`;
  if (fits(inOneLine)) return [inOneLine];
  return [indent + open, ...elements.map((element) => `${indent}  ${element},`), indent + close];
}

/** A member of an object that is an array. */
export function arrayMember(key: string, elements: readonly string[], indent: string): string[] {
  return listed(`${key}: [`, elements, "],", indent);
}

/** A member of an object that is a text, which may have to stand on a line of its own. */
export function textMember(key: string, text: string, indent: string): string[] {
  const line = `${indent}${key}: ${tsText(text)},`;
  if (fits(line) || key.length < shortKey) return [line];
  return [`${indent}${key}:`, `${indent}  ${tsText(text)},`];
}

/** An import of what a file has. @param names with `type` before those that are types alone */
export function importLines(names: readonly string[], from: string): string[] {
  if (names.length === 0) return [];
  const line = `import { ${names.join(", ")} } from ${tsText(from)};`;
  if (fits(line)) return [line];
  return ["import {", ...names.map((name) => `  ${name},`), `} from ${tsText(from)};`];
}

export function fits(line: string): boolean {
  return columnsOf(line) <= lineColumns;
}

/** A comment before what it is about. */
export function docComment(text: string, indent: string): string {
  return `${indent}/** ${text.replaceAll("*/", "*\\/")} */`;
}
