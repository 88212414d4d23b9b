/** SQL literals for the query samples of the demo shop. */
import { choose, day, hashOf, integerBelow } from "./reproducible";

const literals = {
  id: idOf,
  few: (seed) => String(1 + integerBelow(5, seed)),
  page: (seed) => choose(["10", "20", "24", "50", "100"], seed),
  flag: (seed) => choose(["0", "1"], seed),
  fraction: (seed) => choose(["0.5", "0.95", "0.99"], seed),
  money: (seed) => (integerBelow(30_000, seed) / 100).toFixed(2),
  currency: (seed) => choose(["'EUR'", "'EUR'", "'CHF'", "'SEK'"], seed),
  status: (seed) => choose(["'placed'", "'paid'", "'packed'", "'shipped'", "'returned'"], seed),
  state: (seed) => choose(["'pending'", "'authorized'", "'captured'", "'failed'"], seed),
  method: (seed) => choose(["'card'", "'sepa_debit'", "'invoice'"], seed),
  carrier: (seed) => choose(["'dhl'", "'ups'", "'postnord'"], seed),
  coupon: (seed) => choose(["'AUTUMN10'", "'WELCOME5'", "'FREESHIP'"], seed),
  email: (seed) =>
    `'${choose(["mara", "jonas", "zoe", "ali"], seed)}.${integerBelow(900, seed, 1)}@mail.example'`,
  name: (seed) => choose(["'Zoë Müller'", "'Mara Lind'", "'Sean O''Neill'", "'Ali Yılmaz'", "'李娜'"], seed),
  city: (seed) => choose(["'Malmö'", "'Zürich'", "'Köln'", "'Łódź'"], seed),
  slug: (seed) => choose(["'espresso-cup-blue'", "'linen-apron'", "'cast-iron-pan-28'", "'oak-board'"], seed),
  words: (seed) => choose(["'+espresso +cup'", "'+pan -iron'", "'+gift*'", "'+brödkniv'"], seed),
  opinion: (seed) => choose(["'Lovely ☕️, broke after a week'", "'It''s fine.'", "'Très joli'"], seed),
  token: (seed) => `'${hashOf(seed).slice(0, 32)}'`,
  uuid: (seed) => `'${hashOf(seed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5")}'`,
  json: (seed) => `'{"status": 201, "payment": ${integerBelow(90_000, seed)}}'`,
  ids: (seed) => Array.from({ length: 8 }, (_, index) => idOf(`${seed}/${index}`)).join(", "),
  // Values of 60 rows, longer than the maximum length of a sample text.
  rows: (seed) => Array.from({ length: 60 }, (_, row) => rowOf(`${seed}/${row}`)).join("), ("),
  date: (seed, ts) => `'${dateOf(ts - integerBelow(20, seed) * day).slice(0, 10)}'`,
  time: (seed, ts) =>
    `'${dateOf(ts - integerBelow(day, seed))
      .replace("T", " ")
      .slice(0, 19)}'`,
} satisfies Record<string, (seed: string, ts: number) => string>;

export type LiteralKind = keyof typeof literals;

/** @param seed selects the value @param ts when the query ran, in seconds since the Unix epoch */
export function literalOf(kind: LiteralKind, seed: string, ts: number): string {
  return literals[kind](seed, ts);
}

function idOf(seed: string): string {
  return String(1000 + integerBelow(400_000, seed));
}

function rowOf(seed: string): string {
  return [
    integerBelow(400_000, seed, "order"),
    integerBelow(9000, seed, "product"),
    1 + integerBelow(4, seed, "quantity"),
    (integerBelow(20_000, seed, "price") / 100).toFixed(2),
  ].join(", ");
}

function dateOf(ts: number): string {
  return new Date(ts * 1000).toISOString();
}
