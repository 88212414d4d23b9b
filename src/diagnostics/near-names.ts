/** Hints for a name that does not exist: similar names, or the names that do exist. */
import { distance } from "fastest-levenshtein";
import { getOrAdd, groupBy } from "./collections";
import { isPattern } from "./glob";
import { compareStrings, joinFirst, toNfc } from "./text";
import { quote, toPlainName } from "./untrusted-text";

const maxSuggestions = 3;
const maxListed = 12;
/** In UTF-16 units. The time to compare two names grows with the product of their lengths. */
const maxLength = 500;
const minMisspelledLength = 3;
/** Of the names of one list. No more are suggested afterwards, so that the time does not grow with the product of two lists. */
const maxComparisons = 5_000_000;

/**
 * Returns a sentence for a remedy: `Did you mean "crit"?`, otherwise `Available: "crit", "info".`
 * @param name a name, or a glob, whose text before the first wildcard is compared with the start of the names
 */
export function hintForName(name: string, existing: readonly string[]): string {
  const similar = isPattern(name) ? namesWithNearStart(name, existing) : nearNames(name, existing);
  return similar.length > 0 ? didYouMean(similar) : listNames(existing);
}

/** Returns similar names, and also all existing names if they are few: `Did you mean "crit"? Available: "crit", "info".` */
export function hintForFewNames(name: string, existing: readonly string[]): string {
  const hint = hintForName(name, existing);
  const isComplete = indexOf(existing).names.length > maxListed || nearNames(name, existing).length === 0;
  return isComplete ? hint : `${hint} ${listNames(existing)}`;
}

function namesWithNearStart(glob: string, existing: readonly string[]): string[] {
  const [start = ""] = glob.split(/[*?]/);
  const namesByStart = groupBy(indexOf(existing).names, (name) => name.slice(0, start.length));
  namesByStart.delete("");
  const near = nearNames(start, [...namesByStart.keys()], Math.floor(start.length / 3));
  return near.flatMap((one) => namesByStart.get(one) ?? []).slice(0, maxSuggestions);
}

function listNames(existing: readonly string[]): string {
  const { names } = indexOf(existing);
  if (names.length === 0) return "None are available.";
  return `Available: ${joinFirst(names, maxListed, quote)}.`;
}

export function didYouMean(names: readonly string[]): string {
  return `Did you mean ${names.map(quote).join(" or ")}?`;
}

/**
 * Existing names that differ from `name` by few edits, or only by case, spaces, `_` and `-`. The nearest is first.
 * @param maxDistance number of edits; by default one for each three characters of `name`, and one for a name of two
 */
export function nearNames(
  name: string,
  existing: readonly string[],
  maxDistance = Math.max(Math.min(1, name.length - 1), Math.floor(name.length / 3)),
): string[] {
  if (name.length > maxLength) return [];
  const index = indexOf(existing);
  index.comparisons += index.folded.length;
  return index.comparisons > maxComparisons ? [] : nearest(foldName(name), index.folded, maxDistance);
}

function nearest(folded: string, candidates: Iterable<FoldedName>, maxDistance: number): string[] {
  const letters = lettersOf(folded);
  let found: { readonly name: string; readonly distance: number }[] = [];
  let limit = maxDistance;
  for (const candidate of candidates) {
    if (Math.abs(candidate.folded.length - folded.length) > limit) continue;
    if (countBits(letters & ~candidate.letters) > limit || countBits(candidate.letters & ~letters) > limit)
      continue;
    const distance = editDistance(folded, candidate.folded);
    if (distance > limit) continue;
    found = [...found, { name: candidate.name, distance }]
      .sort((a, b) => a.distance - b.distance)
      .slice(0, maxSuggestions);
    // Of equal candidates, the first ones are suggested.
    if (found.length === maxSuggestions) limit = (found.at(-1)?.distance ?? 0) - 1;
    if (limit < 0) break;
  }
  return found.map(({ name }) => name);
}

/**
 * Returns the known name that `name` probably misspells, or undefined if `name` is known or similar to none. An unlisted name can be
 * correct, so the rules are stricter than those of {@link nearNames}: one edit for each ten characters. Short names,
 * such as `os`, resemble many others, and names with different digits, such as `db1` and `db2`, are different on purpose.
 */
export function findMisspelled(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength || known.includes(toNfc(name))) return undefined;
  const folded = foldName(name);
  const digits = digitsOf(name);
  const comparable = indexOf(known).folded.filter(
    (other) =>
      other.folded === folded ||
      (Math.min(name.length, other.name.length) >= minMisspelledLength && other.digits === digits),
  );
  return nearest(folded, comparable, Math.max(1, Math.floor(name.length / 10)))[0];
}

interface FoldedName {
  readonly name: string;
  readonly folded: string;
  readonly digits: string;
  /** The characters of the folded name, as bits. */
  readonly letters: number;
}

/** Different names in the order of their characters. */
interface NameIndex {
  readonly names: readonly string[];
  /** Those that are not too long. */
  readonly folded: readonly FoldedName[];
  comparisons: number;
}

const indexes = new WeakMap<readonly string[], NameIndex>();

/** Indexes the names of one list once, because many names are compared with the same list. */
function indexOf(list: readonly string[]): NameIndex {
  return getOrAdd(indexes, list, () => {
    const names = [...new Set(list)].sort(compareStrings);
    const short = names.filter(({ length }) => length <= 2 * maxLength);
    const folded = short.map((name) => {
      const folded = foldName(name);
      return { name, folded, digits: digitsOf(name), letters: lettersOf(folded) };
    });
    return { names, folded, comparisons: 0 };
  });
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The form in which names are compared: what {@link toPlainName} removes, case, and spaces, `_` and `-` between words, do not matter. */
export function foldName(name: string): string {
  return toNfc(toPlainName(name).toLowerCase()).replace(/[\s_-]+/g, " ");
}

/** The number of characters to insert, remove or replace. Two characters in the wrong order are one edit. */
function editDistance(a: string, b: string): number {
  const edits = distance(a, b);
  return edits === 2 && sortedCharacters(a) === sortedCharacters(b) ? 1 : edits;
}

function sortedCharacters(text: string): string {
  return text.split("").sort().join("");
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
