/** Hints for a name that does not exist: similar names, or the names that do exist. */
import { quote } from "./untrusted-text";
import { toNfc } from "./text";

const maxSuggestions = 3;
const maxListed = 12;
/** In UTF-16 units. The time to compare two names grows with the product of their lengths. */
const maxLength = 500;

/** A sentence for a remedy: `Did you mean "crit"?`, else `Available: "crit", "info".` */
export function hintForName(name: string, existing: readonly string[]): string {
  const similar = nearNames(name, existing);
  return similar.length > 0 ? didYouMean(similar) : listNames(existing);
}

/** Similar names, and also the names that do exist if they are few: `Did you mean "crit"? Available: "crit", "info".` */
export function hintForFewNames(name: string, existing: readonly string[]): string {
  const hint = hintForName(name, existing);
  const isComplete = new Set(existing).size > maxListed || nearNames(name, existing).length === 0;
  return isComplete ? hint : `${hint} ${listNames(existing)}`;
}

function listNames(existing: readonly string[]): string {
  const available = [...new Set(existing)].sort();
  if (available.length === 0) return "None are available.";
  const hidden = available.length - maxListed;
  const listed = available.slice(0, maxListed).map(quote).join(", ");
  return `Available: ${listed}${hidden > 0 ? ` and ${hidden} more` : ""}.`;
}

export function didYouMean(names: readonly string[]): string {
  return `Did you mean ${names.map(quote).join(" or ")}?`;
}

/** Existing names that differ from `name` by few edits, or only by case, spaces, `_` and `-`. The nearest is first. */
export function nearNames(name: string, existing: readonly string[]): string[] {
  if (name.length > maxLength) return [];
  const folded = fold(name);
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  return [...new Set(existing)]
    .filter(({ length }) => length <= 2 * maxLength)
    .map((candidate) => ({ candidate, distance: editDistance(folded, fold(candidate), maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

/** The form in which names are compared: case, and spaces, `_` and `-` between words, do not matter. */
export function fold(name: string): string {
  return toNfc(name)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

/**
 * The number of letters to insert, remove or replace, or of neighbors to swap, or `max + 1` if it is greater than `max`. No letter is
 * edited twice (optimal string alignment).
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforePrevious: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const above = previous[column] ?? 0;
      const left = current[column - 1] ?? 0;
      const diagonal = previous[column - 1] ?? 0;
      const substitution = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(above + 1, left + 1, diagonal + substitution, swap));
    }
    // A swap continues from the row before.
    if (Math.min(...previous, ...current) > max) return max + 1;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? max + 1;
}
