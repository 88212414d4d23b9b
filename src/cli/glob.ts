/** Patterns on names of alerts: `*` stands for any text, `?` for one character, and everything else for itself. */

/** Whether a name fits one of the patterns, as a whole and in its case. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => new RegExp(`^${pattern.replace(special, meaning)}$`, "su"));
  return (name) => expressions.some((expression) => expression.test(name));
}

const special = /[\\^$.*+?()[\]{}|/]/g;

function meaning(character: string): string {
  if (character === "*") return ".*";
  return character === "?" ? "." : `\\${character}`;
}
