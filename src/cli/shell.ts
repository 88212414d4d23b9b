/** Formats commands for users to copy into a shell. */

export function quoteForShell(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
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

/** Returns the words that start `dbmon` the way the user did: with or without npx. */
export function commandWords(env: NodeJS.ProcessEnv): readonly string[] {
  return env["npm_command"] === "exec" ? ["npx", "dbmon"] : ["dbmon"];
}
