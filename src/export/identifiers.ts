/** Creates identifiers from names: valid in every language, readable, unique, and different from reserved words. A manifest keeps them. */
import { capitalize, groupBy } from "../diagnostics";
import { type Language } from "./exportable-alerts";

/** The words of an identifier, in lower case with ASCII letters and digits. Each language joins them in its own style. */
export type Identifier = readonly string[];

/** Longer identifiers are cut after a word. */
const maxLength = 40;

/** Letters that Unicode decomposition does not convert to ASCII. */
const transliterations: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Replacements for a leading number, because an identifier cannot start with a digit. */
const numerals: Readonly<Record<string, string>> = {
  0: "zero",
  1: "one",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  10: "ten",
  12: "twelve",
  15: "fifteen",
  20: "twenty",
  24: "twenty-four",
  30: "thirty",
  45: "forty-five",
  60: "sixty",
  90: "ninety",
};

/** Keywords of JavaScript and Terraform, and members of objects and constructs. */
const reserved = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const constructor continue count data debugger declare " +
    "default delete depends do dynamic each else enum eval export extends false finally for from function get if implements " +
    "import in instanceof interface is let lifecycle local locals module namespace new node null number object of output " +
    "package path private protected prototype proto provider public resource return scope self set static string super switch " +
    "symbol terraform this throw to true try type typeof undefined var variable void while with yield " +
    "hasownproperty isprototypeof propertyisenumerable tolocalestring tostring valueof"
  ).split(" "),
);

/** Splits a text into words of ASCII letters and digits in lower case. */
export function splitWords(text: string): string[] {
  const ascii = text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => transliterations[letter] ?? "");
  return ascii.split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/**
 * @param objectType for example `alert`: added to reserved words and leading numbers
 * @returns an empty identifier if the text has no ASCII letters or digits
 */
export function createIdentifier(text: string, objectType: string): Identifier {
  const [first = "", ...rest] = limitLength(splitWords(text));
  if (first === "") return [];
  const numeral = /^[a-z]/.test(rest[0] ?? "") ? numerals[first] : undefined;
  if (numeral !== undefined) return [...numeral.split("-"), ...rest];
  if (/^\d/.test(first)) return [objectType, first, ...rest];
  return reserved.has(first + rest.join("")) ? [first, ...rest, objectType] : [first, ...rest];
}

function limitLength(words: readonly string[]): string[] {
  const limited: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 1;
    if (length > maxLength + 1) break;
    limited.push(word);
  }
  return limited.length > 0 ? limited : words.slice(0, 1).map((word) => word.slice(0, maxLength));
}

export interface NamedObject {
  readonly id: number;
  readonly name: string;
}

/**
 * Assigns an identifier to each object, unique in every style. On a conflict, the object with the lowest ID has the plain identifier, and
 * later ones get their ID as a suffix. Therefore a new object does not change existing identifiers.
 * @param taken joined words that no identifier may equal
 * @param existing identifiers from an earlier export, by ID
 */
export function assignIdentifiers(
  objects: readonly NamedObject[],
  objectType: string,
  taken: readonly string[] = [],
  existing: ReadonlyMap<number, Identifier> = new Map(),
): Map<number, Identifier> {
  const used = new Set(taken);
  const assigned = new Map<number, Identifier>();
  const assign = (id: number, identifier: Identifier) => {
    used.add(identifier.join(""));
    assigned.set(id, identifier);
  };
  const isUsed = (identifier: Identifier) => used.has(identifier.join(""));
  const oldestFirst = [...objects].sort((a, b) => a.id - b.id);
  for (const { id } of oldestFirst) {
    const identifier = existing.get(id);
    if (identifier !== undefined && !isUsed(identifier)) assign(id, identifier);
  }
  for (const { id, name } of oldestFirst) {
    if (assigned.has(id)) continue;
    const base = createIdentifier(name, objectType);
    const numbered = [...(base.length > 0 ? base : [objectType]), String(id)];
    let identifier = base.length > 0 && !isUsed(base) ? base : numbered;
    for (let suffix = 2; isUsed(identifier); suffix++) identifier = [...numbered, String(suffix)];
    assign(id, identifier);
  }
  return assigned;
}

/** `cpuHigh`. Adjacent numbers are separated: `host10_0_0_1`. */
export function toCamelCase(identifier: Identifier): string {
  return identifier.reduce((joined, word) => {
    if (joined === "") return word;
    const separator = /\d$/.test(joined) && /^\d/.test(word) ? "_" : "";
    return joined + separator + capitalize(word);
  }, "");
}

/** `CpuHigh` */
export function toPascalCase(identifier: Identifier): string {
  return capitalize(toCamelCase(identifier));
}

/**
 * The manifest has the file and the identifier of each exported alert, by ID. Later exports reuse them, so that a renamed alert keeps its
 * address in the state of Terraform. Relative to the folder of the export.
 */
export const manifestPath = ".dbmon-export";

interface ManifestEntry {
  /** The name of the file without its extension. */
  readonly group: string;
  readonly identifier: Identifier;
}

/** By the ID of the alert. */
export type ManifestEntries = ReadonlyMap<number, ManifestEntry>;

const header = [
  "# Identifiers of exported alerts, by ID. dbmon export reuses them, even if an alert is renamed.",
  "# Commit this file with the code.",
];
const entryLine = /^([a-z]+) (\d{1,15}) ([a-z][a-z0-9-]*) ([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/** Ignores lines that are not entries of the language. */
export function parseManifest(text: string, language: Language): ManifestEntries {
  const entries = text.split(/\r?\n/).flatMap((line): [number, ManifestEntry][] => {
    const [, lineLanguage, id, group, identifier] = entryLine.exec(line) ?? [];
    if (lineLanguage !== language || group === undefined || identifier === undefined) return [];
    return [[Number(id), { group, identifier: identifier.split("-") }]];
  });
  return new Map(entries);
}

/**
 * The IDs of the definitions in a file of an export to YAML, by their names.
 * @param group the name of the file without its extension
 */
export function idsOfDefinitions(
  manifest: string,
  group: string,
  names: readonly string[],
): (readonly [name: string, id: number])[] {
  const entries = [...parseManifest(manifest, "yaml")].filter(([, entry]) => entry.group === group);
  const ids = new Map(entries.map(([id, { identifier }]) => [identifier.join("-"), id]));
  if (ids.size === 0) return [];
  const byIdentifier = groupBy(names, (name) => createIdentifier(name, "alert").join("-"));
  return [...byIdentifier].flatMap(([identifier, [name = "", ...others]]) => {
    const id = ids.get(identifier);
    return id === undefined || others.length > 0 ? [] : [[name, id] as const];
  });
}

/** @param previous the existing text, whose entries of other languages are copied */
export function formatManifest(previous: string, language: Language, entries: ManifestEntries): string {
  const otherLanguages = previous.split("\n").filter((line) => {
    const lineLanguage = entryLine.exec(line)?.[1];
    return lineLanguage !== undefined && lineLanguage !== language;
  });
  const lines = [...entries]
    .sort(([a], [b]) => a - b)
    .map(([id, { group, identifier }]) => `${language} ${id} ${group} ${identifier.join("-")}`);
  return [...header, ...lines, ...otherLanguages, ""].join("\n");
}
