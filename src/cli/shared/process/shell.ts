/** Formats commands for users to copy into a shell. */
import { escapeHidden, toSafeLine } from "../../../diagnostics";
import { quoteWord } from "../../../platform";

export function quoteForShell(text: string): string {
  if (toSafeLine(text) !== text) return quoteWithEscapes(text);
  return quoteWord(text, process.platform);
}

/** Uses the only form of quotes with escapes. */
function quoteWithEscapes(text: string): string {
  const escaped = escapeHidden(text.replace(/[\\']/g, "\\$&"), escapeForShell);
  return `$'${escaped.replaceAll("##", String.raw`#\u0023`)}'`;
}

function escapeForShell(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/** Prefixes paths that start with a dash, which would be parsed as options. */
export function quotePathForShell(path: string): string {
  return quoteForShell(path.startsWith("-") ? `./${path}` : path);
}

/** Formats the current command with one more option. */
export function rerunCommand(option: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const [command = "", ...rest] = args;
  // After --, the option would be parsed as a source.
  const words = rest.includes("--") ? [command, option, ...rest] : [command, ...rest, option];
  return [...commandWords(env), ...words.map(quoteForShell)].join(" ");
}

/** Returns the words that start `dbmon` for the user, who has it on the PATH unless npm started it: by npx, or in a script. */
export function commandWords(env: NodeJS.ProcessEnv): readonly string[] {
  // Outside of a project, npx would download the package named dbmon, which is of somebody else.
  return env["npm_command"] === undefined ? ["dbmon"] : ["npx", "dbmon-iac"];
}
