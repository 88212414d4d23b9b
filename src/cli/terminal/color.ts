/** Colors for terminals. */
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
