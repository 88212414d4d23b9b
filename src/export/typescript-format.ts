/** Formats TypeScript like prettier with its defaults: 80 columns, double quotes, two spaces, trailing commas. */
import { escapeInvisible } from "./text-escaping";

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

/** First and last code points of characters that prettier counts as two columns. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18df2],
  [0x1b000, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];
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
  for (const character of withoutEmoji) {
    const code = character.codePointAt(0) ?? 0;
    if (combiningMark.test(character)) continue;
    columns += wideRanges.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
  }
  return columns;
}
