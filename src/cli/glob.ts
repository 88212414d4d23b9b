/** Glob patterns for alert names: `*` matches any text, `?` matches one character. */

/** Returns a function that reports whether a whole name matches one of the patterns. Matching is case-sensitive. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((glob) => new RegExp(`^${glob.replace(special, toRegExp)}$`, "su"));
  return (name) => expressions.some((expression) => expression.test(name));
}

const special = /[\\^$.*+?()[\]{}|/]/g;

function toRegExp(character: string): string {
  if (character === "*") return ".*";
  return character === "?" ? "." : `\\${character}`;
}
