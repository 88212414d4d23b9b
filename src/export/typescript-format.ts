/** Formats TypeScript like prettier with its defaults: 80 columns, double quotes, two spaces, trailing commas. */
import { escapeInvisible } from "./generated-text";

const maxColumns = 80;
/** Prettier does not break a line after a shorter key. */
const minKeyLengthForBreak = 5;

/** A string literal in the quotes that need fewer escapes. */
export function tsString(text: string): string {
  const doubleQuotes = text.split('"').length;
  const singleQuotes = text.split("'").length;
  const quote = doubleQuotes > singleQuotes ? "'" : '"';
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return quote + escapeInvisible(escaped, (digits) => `\\u{${digits}}`) + quote;
}

/** `900_000`, `0.95`, `1e21` */
export function tsNumber(number: number): string {
  const text = String(number).replace("e+", "e");
  return /^-?\d{5,}$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, "_") : text;
}

/** Elements between brackets on one line, or with one element per line if the line is too long. */
export function bracketed(open: string, elements: readonly string[], close: string, indent = ""): string[] {
  const line = `${indent}${open}${elements.join(", ")}${close}`;
  if (fits(line)) return [line];
  return [indent + open, ...elements.map((element) => `${indent}  ${element},`), indent + close];
}

/** A property with an array. */
export function arrayProperty(key: string, elements: readonly string[], indent: string): string[] {
  return bracketed(`${key}: [`, elements, "],", indent);
}

/** A property with a string. */
export function stringProperty(key: string, text: string, indent: string): string[] {
  const line = `${indent}${key}: ${tsString(text)},`;
  if (fits(line) || key.length < minKeyLengthForBreak) return [line];
  return [`${indent}${key}:`, `${indent}  ${tsString(text)},`];
}

/** @param names with the prefix `type` for types @returns no lines for no names */
export function importLines(names: readonly string[], from: string): string[] {
  if (names.length === 0) return [];
  const line = `import { ${names.join(", ")} } from ${tsString(from)};`;
  if (fits(line)) return [line];
  return ["import {", ...names.map((name) => `  ${name},`), `} from ${tsString(from)};`];
}

export function docComment(text: string, indent: string): string {
  return `${indent}/** ${text.replaceAll("*/", "*\\/")} */`;
}

export function fits(line: string): boolean {
  return countColumns(line) <= maxColumns;
}

/** Characters that prettier counts as two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18df2}\u{1b000}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const combiningMark = /[\p{Nonspacing_Mark}\p{Enclosing_Mark}]/u;

/**
 * Matches emoji sequences. Created on first use, because that takes 5 ms and few exports need it. Not a literal, because the
 * target of the compiler does not support the flag `v`.
 */
let emojiPattern: RegExp | undefined;
const emoji = () => (emojiPattern ??= new RegExp(String.raw`\p{RGI_Emoji}`, "gv"));

function countColumns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  const withoutEmoji = text.replace(emoji(), () => {
    columns += 2;
    return "";
  });
  for (const character of withoutEmoji)
    if (!combiningMark.test(character)) columns += wide.test(character) ? 2 : 1;
  return columns;
}
