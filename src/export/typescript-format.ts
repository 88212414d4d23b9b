/** Formats TypeScript like prettier with its defaults: 80 columns, double quotes, two spaces, trailing commas. */
import { textWidth } from "../diagnostics";
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
  return textWidth(line) <= maxColumns;
}
