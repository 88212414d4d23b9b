/** Identifiers from names that people gave: valid in every language, readable, and never a reserved word. */

/** Characters of an identifier, at most: what is longer is cut after a word. */
const longest = 40;

/** Letters that are no ASCII letter with a mark. */
const letters: Readonly<Record<string, string>> = {
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

/** An identifier cannot begin with a digit. */
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

/** Words of JavaScript and of Terraform, and members that objects and constructs have. */
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

/** The words of a text in lower case, ASCII letters and digits only; none where it has none. */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? "");
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/** The words that an identifier is made of. @param noun what is named, for a text that says too little */
export function nameWords(text: string, noun: string): string[] {
  const [first = "", ...rest] = fitting(wordsIn(text));
  if (first === "") return [];
  const numeral = /^[a-z]/.test(rest[0] ?? "") ? numerals[first] : undefined;
  if (numeral !== undefined) return [...numeral.split("-"), ...rest];
  if (/^\d/.test(first)) return [noun, first, ...rest];
  return reserved.has(first + rest.join("")) ? [first, ...rest, noun] : [first, ...rest];
}

function fitting(words: readonly string[]): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 1;
    if (length > longest + 1) break;
    kept.push(word);
  }
  return kept.length > 0 ? kept : words.slice(0, 1).map((word) => word.slice(0, longest));
}

export interface Named {
  readonly id: number;
  readonly text: string;
}

/**
 * Words for each thing, which differ in every style. Who came first, with the lowest id, has its name to itself; who comes later has
 * its id behind its name where that is taken. So nothing that is added later gives another one a new identifier.
 * @param taken words, joined, that nothing may have
 * @param kept what things are called already
 */
export function uniqueWords(
  things: readonly Named[],
  noun: string,
  taken: readonly string[] = [],
  kept: ReadonlyMap<number, readonly string[]> = new Map(),
): Map<number, readonly string[]> {
  const used = new Set(taken);
  const found = new Map<number, readonly string[]>();
  const oldestFirst = [...things].sort((a, b) => a.id - b.id);
  for (const { id } of oldestFirst) {
    const words = kept.get(id);
    if (words === undefined || used.has(words.join(""))) continue;
    used.add(words.join(""));
    found.set(id, words);
  }
  for (const { id, text } of oldestFirst) {
    if (found.has(id)) continue;
    const base = nameWords(text, noun);
    const numbered = [...(base.length > 0 ? base : [noun]), String(id)];
    const candidates = base.length > 0 ? [base, numbered] : [numbered];
    let words = candidates.find((candidate) => !used.has(candidate.join(""))) ?? numbered;
    for (let again = 2; used.has(words.join("")); again++) words = [...numbered, String(again)];
    used.add(words.join(""));
    found.set(id, words);
  }
  return found;
}

/** `cpu_high` */
export function snake(words: readonly string[]): string {
  return words.join("_");
}

/** `cpu-high` */
export function kebab(words: readonly string[]): string {
  return words.join("-");
}

/** `cpuHigh`; numbers that follow one another are kept apart: `host10_0_0_1`. */
export function camel(words: readonly string[]): string {
  return words.reduce((joined, word) => {
    if (joined === "") return word;
    const gap = /\d$/.test(joined) && /^\d/.test(word) ? "_" : "";
    return joined + gap + capital(word);
  }, "");
}

/** `CpuHigh` */
export function pascal(words: readonly string[]): string {
  return capital(camel(words));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
