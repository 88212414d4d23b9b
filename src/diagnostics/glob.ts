import { toNfc } from "./text";

export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Returns a function that reports whether a whole name matches one of the globs: `*` matches any text, `?` matches one character.
 * Matching is case-sensitive, and compares in NFC.
 */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const normal = globs.map(toNfc);
  const exact = new Set(normal.filter((glob) => !isPattern(glob)));
  const patterns = normal.filter(isPattern).map((glob) => ({
    start: glob.slice(0, glob.search(/[*?]/)),
    characters: Array.from(glob),
  }));
  return (written) => {
    const name = toNfc(written);
    if (exact.has(name)) return true;
    const possible = patterns.filter(({ start }) => name.startsWith(start));
    if (possible.length === 0) return false;
    const characters = Array.from(name);
    return possible.some((pattern) => matchesGlob(pattern.characters, characters));
  };
}

/** @param environments globs of names. Undefined: all environments */
export function appliesIn(
  environments: readonly string[] | undefined,
  environment: string | undefined,
): boolean {
  if (environments === undefined) return true;
  return environment !== undefined && nameMatcher(environments)(environment);
}

/** Only the last `*` is extended when a later character differs, so the time is at most the product of the two lengths. */
function matchesGlob(pattern: readonly string[], name: readonly string[]): boolean {
  let position = 0;
  let star = -1;
  let starEnd = 0;
  for (let index = 0; index < name.length;) {
    const expected = pattern[position];
    if (expected === "*") {
      star = position++;
      starEnd = index;
    } else if (expected === "?" || (expected !== undefined && expected === name[index])) {
      position++;
      index++;
    } else if (star === -1) return false;
    else {
      position = star + 1;
      index = ++starEnd;
    }
  }
  return pattern.slice(position).every((character) => character === "*");
}
