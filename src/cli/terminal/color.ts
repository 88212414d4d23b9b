/** Colors for terminals, and text that cannot control them. */
import { type Colorize, type Style } from "../../reports";

const codes: Readonly<Record<Style, string>> = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
  removed: "1;31",
  added: "1;32",
};

const noColor: Colorize = (text) => text;

const ansiColor: Colorize = (text, style) =>
  style === undefined || text === "" ? text : `\u001b[${codes[style]}m${text}\u001b[0m`;

/**
 * Enables color on a terminal that supports it, unless NO_COLOR is set (https://no-color.org). FORCE_COLOR enables color for any stream, such
 * as a CI log.
 */
export function colorizeFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Colorize {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return noColor;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR === "0" ? noColor : ansiColor;
  return stream.isTTY === true && TERM !== "dumb" ? ansiColor : noColor;
}

/** Control characters other than tabs and line breaks, which patches of files with CRLF have too. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n|$)/g;
const colorCode = new RegExp(`(\u001b\\[(?:0|${Object.values(codes).join("|")})m)`);

declare const safe: unique symbol;
/** Text that cannot control a terminal. Streams take nothing else. */
export type SafeOutput = string & { readonly [safe]: true };

/** Escapes control characters, wherever a text comes from. Keeps the codes of the colors that the stream has. */
export function toSafeOutput(text: string, colorize = noColor): SafeOutput {
  if (text.search(control) === -1) return text as SafeOutput;
  const escape = (part: string) =>
    part.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const parts = colorize === noColor ? [text] : text.split(colorCode);
  return parts.map((part, index) => (index % 2 === 1 ? part : escape(part))).join("") as SafeOutput;
}
