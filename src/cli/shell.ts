/** Words of commands that are shown to be copied into a shell. */

export function quoteForShell(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The command as it was run, with one more option. */
export function rerunCommand(
  option: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string {
  const [verb = "", ...rest] = args;
  // Behind -- it would be taken for a source.
  const words = rest.includes("--") ? [verb, option, ...rest] : [verb, ...rest, option];
  return [...commandWords(environment), ...words.map(quoteForShell)].join(" ");
}

/** How whoever ran `dbmon` runs it. */
export function commandWords(environment: NodeJS.ProcessEnv): readonly string[] {
  return environment["npm_command"] === "exec" ? ["npx", "dbmon"] : ["dbmon"];
}

/** One that cannot be taken for an option. */
export function quotePathForShell(path: string): string {
  return quoteForShell(path.startsWith("-") ? `./${path}` : path);
}
