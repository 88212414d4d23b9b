/** Commands for users to copy: into a POSIX shell, and on Windows into PowerShell. */

/** @param text without control characters */
export function quoteWord(text: string, platform: NodeJS.Platform): string {
  const isPlain = platform === "win32" ? /^[\w./\\+=:-]+$/ : /^[\w./@%+=:,-]+$/;
  if (isPlain.test(text)) return text;
  const escaped = platform === "win32" ? text.replaceAll("'", "''") : text.replaceAll("'", String.raw`'\''`);
  return `'${escaped}'`;
}

/** @param values by the name of the variable, already quoted */
export function setVariables(values: Readonly<Record<string, string>>, platform: NodeJS.Platform): string {
  const entries = Object.entries(values);
  if (platform === "win32") return entries.map(([name, value]) => `$env:${name} = "${value}"`).join("; ");
  return `export ${entries.map(([name, value]) => `${name}=${value}`).join(" ")}`;
}

/** Runs the second command if the first one succeeds. PowerShell 5 has no operator for this, and goes on. */
export function inSequence(commands: readonly string[], platform: NodeJS.Platform): string {
  return commands.join(platform === "win32" ? "; " : " && ");
}

/** Writes the output of a command to a file in UTF-8. Redirections of PowerShell 5 write UTF-16. */
export function writeOutput(command: string, file: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? `${command} | Set-Content -Encoding ascii ${file}` : `${command} > ${file}`;
}
