/** "Did you mean …?": the existing names that a misspelled one may have meant. */
import { quote } from "./problem";

/**
 * A sentence that helps after a name was not found: near names first, else what there is.
 * @param wanted the name that was looked for
 * @param existing the names that exist, in any order
 */
export function hintForName(wanted: string, existing: readonly string[]): string {
  if (existing.length === 0) return "There are none.";
  const near = nearNames(wanted, existing);
  if (near.length > 0) return `Did you mean ${near.map(quote).join(" or ")}?`;
  const shown = [...new Set(existing)].sort().slice(0, 10);
  const rest = new Set(existing).size - shown.length;
  return `There are: ${shown.map(quote).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** At most three existing names, nearest first, that differ by few edits or only by case and space. */
export function nearNames(wanted: string, existing: readonly string[]): string[] {
  const folded = fold(wanted);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(existing)]
    .map((name) => ({ name, distance: editDistance(folded, fold(name), allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

/** Levenshtein distance; anything beyond `limit` is reported as `limit + 1`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const above = previous[column] ?? 0;
      const left = current[column - 1] ?? 0;
      const diagonal = previous[column - 1] ?? 0;
      const substitution = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(Math.min(above + 1, left + 1, diagonal + substitution));
    }
    if (Math.min(...current) > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
