/**
 * Recognizes names that are probably misspelled. A name here can be correct although nothing lists it, and the result is a warning, so
 * the rules are stricter than those of {@link nearNames}, which suggests names for one that is wrong.
 */
import { editDistance, fold, nearNames } from "./near-names";
import { toNfc } from "./text";

/** In UTF-16 units. Longer names are not compared. */
const maxLength = 100;
/** In folded characters. A name with fewer, such as `os`, resembles many others. */
const minLength = 3;
/** In letters. Shorter words are often codes: `us` and `ms`, `rx` and `tx`, `min` and `max`. */
const minWordLength = 4;
/** Distinct names that are compared with one another. */
const maxNames = 5_000;
/** Names with a common spelling that are compared. */
const maxCandidates = 8;

/**
 * Returns the known name that `name` probably misspells. Undefined if it is a known name, or resembles none.
 * @param known in NFC
 * @example findMisspelled("mysq", ["mysql", "redis"]) // "mysql"
 */
export function findMisspelled(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const text = toNfc(name);
  if (known.includes(text)) return undefined;
  const folded = fold(text);
  return nearNames(
    text,
    known.filter((other) => isSimilar(folded, fold(other))),
  )[0];
}

function isSimilar(name: string, known: string): boolean {
  if (name === known) return true;
  if (Math.min(name.length, known.length) < minLength) return false;
  const max = Math.max(1, Math.floor(known.length / 10));
  return editDistance(name, known, max) <= max && differsInLetters(name, known);
}

/** A name that only one list has, and a similar name of other lists. */
export interface RareName {
  /** Index of the list. */
  readonly list: number;
  /** Index of the name in the list. */
  readonly index: number;
  readonly name: string;
  readonly similar: string;
  /** Indexes of the lists with the similar name. */
  readonly others: readonly number[];
}

interface UsedName {
  readonly name: string;
  readonly folded: string;
  /** Of its first use, among all names. */
  readonly position: number;
  /** Of its first use, in its list. */
  readonly index: number;
  readonly lists: Set<number>;
}

/**
 * Finds names that only one list has, and that differ in one letter from a name of other lists. Of two similar names in one list each,
 * it returns the later one. Names that a list has together are different on purpose. The work is linear in the number of names.
 */
export function findRareNames(lists: readonly (readonly string[])[]): RareName[] {
  const names = usedNames(lists);
  const bySpelling = new Map<string, UsedName[]>();
  for (const used of [...names].sort((a, b) => b.lists.size - a.lists.size)) {
    for (const spelling of spellingsOf(used.folded)) {
      const group = bySpelling.get(spelling);
      if (group === undefined) bySpelling.set(spelling, [used]);
      else if (group.length < maxCandidates) group.push(used);
    }
  }
  return names.flatMap((rare): RareName[] => {
    const [list] = rare.lists;
    if (list === undefined || rare.lists.size > 1) return [];
    const similar = spellingsOf(rare.folded)
      .flatMap((spelling) => bySpelling.get(spelling) ?? [])
      .find(
        (other) => isMoreCommon(other, rare) && !other.lists.has(list) && isSlip(rare.folded, other.folded),
      );
    return similar === undefined
      ? []
      : [{ list, index: rare.index, name: rare.name, similar: similar.name, others: [...similar.lists] }];
  });
}

function usedNames(lists: readonly (readonly string[])[]): UsedName[] {
  const byName = new Map<string, UsedName>();
  for (const [list, names] of lists.entries()) {
    for (const [index, name] of names.entries()) {
      const used = byName.get(toNfc(name));
      if (used !== undefined) used.lists.add(list);
      else if (name.length <= maxLength && byName.size < maxNames) {
        const first = { name, folded: fold(name), position: byName.size, index };
        byName.set(toNfc(name), { ...first, lists: new Set([list]) });
      }
    }
  }
  return [...byName.values()];
}

function isMoreCommon(other: UsedName, rare: UsedName): boolean {
  return other.lists.size > 1 || other.position < rare.position;
}

/** The name, and the name without each of its characters. Two names that differ in one edit share one of these. */
function spellingsOf(name: string): string[] {
  return [
    name,
    ...Array.from({ length: name.length }, (_, index) => name.slice(0, index) + name.slice(index + 1)),
  ];
}

/** Whether the names are one slip of the keyboard apart: one edit inside of a long word, but not at its start. */
function isSlip(name: string, other: string): boolean {
  if (name === other) return true;
  if (!isOneEdit(name, other) || !differsInLetters(name, other)) return false;
  const start = commonStart(name, other);
  const length = Math.max(wordAt(name, start).length, wordAt(other, start).length);
  return length >= minWordLength && isLetter(name[start - 1]) && isLetter(other[start - 1]);
}

/** Whether the names differ in one letter, or in two neighbors that are swapped. Faster than {@link editDistance}. */
function isOneEdit(name: string, other: string): boolean {
  const start = commonStart(name, other);
  const rest = [name.slice(start), other.slice(start)].map((text) => Array.from(text).reverse().join(""));
  const end = commonStart(rest[0] ?? "", rest[1] ?? "");
  const [a = "", b = ""] = rest.map((text) => text.slice(end));
  return (
    Math.max(a.length, b.length) <= 1 || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
  );
}

/** Whether the first word that differs consists of letters. Words with digits, such as `db1` and `p99`, are different on purpose. */
function differsInLetters(name: string, other: string): boolean {
  const start = commonStart(name, other);
  return ![name, other].some((text) => /\d/.test(wordAt(text, start)));
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The letters and digits around a position. */
function wordAt(text: string, position: number): string {
  const isPart = (index: number) => isLetter(text[index]) || /\d/.test(text[index] ?? "");
  let start = position;
  while (isPart(start - 1)) start--;
  let end = position;
  while (isPart(end)) end++;
  return text.slice(start, end);
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}]/u.test(character);
}
