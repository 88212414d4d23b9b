/** The values that the shop's queries were asked with, in SQL. */
import { numberBelow, hashOf, oneOf } from "./chance";
import { day } from "./times";

const kinds = {
  id: idOf,
  few: (seed) => String(1 + numberBelow(5, seed)),
  page: (seed) => oneOf(["10", "20", "24", "50", "100"], seed),
  flag: (seed) => oneOf(["0", "1"], seed),
  fraction: (seed) => oneOf(["0.5", "0.95", "0.99"], seed),
  money: (seed) => (numberBelow(30_000, seed) / 100).toFixed(2),
  currency: (seed) => oneOf(["'EUR'", "'EUR'", "'CHF'", "'SEK'"], seed),
  status: (seed) => oneOf(["'placed'", "'paid'", "'packed'", "'shipped'", "'returned'"], seed),
  state: (seed) => oneOf(["'pending'", "'authorized'", "'captured'", "'failed'"], seed),
  method: (seed) => oneOf(["'card'", "'sepa_debit'", "'invoice'"], seed),
  carrier: (seed) => oneOf(["'dhl'", "'ups'", "'postnord'"], seed),
  coupon: (seed) => oneOf(["'AUTUMN10'", "'WELCOME5'", "'FREESHIP'"], seed),
  email: (seed) =>
    `'${oneOf(["mara", "jonas", "zoe", "ali"], seed)}.${numberBelow(900, seed, 1)}@mail.example'`,
  name: (seed) => oneOf(["'Zoë Müller'", "'Mara Lind'", "'Sean O''Neill'", "'Ali Yılmaz'", "'李娜'"], seed),
  city: (seed) => oneOf(["'Malmö'", "'Zürich'", "'Köln'", "'Łódź'"], seed),
  slug: (seed) => oneOf(["'espresso-cup-blue'", "'linen-apron'", "'cast-iron-pan-28'", "'oak-board'"], seed),
  words: (seed) => oneOf(["'+espresso +cup'", "'+pan -iron'", "'+gift*'", "'+brödkniv'"], seed),
  opinion: (seed) => oneOf(["'Lovely ☕️, broke after a week'", "'It''s fine.'", "'Très joli'"], seed),
  token: (seed) => `'${hashOf(seed).slice(0, 32)}'`,
  uuid: (seed) => `'${hashOf(seed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5")}'`,
  json: (seed) => `'{"status": 201, "payment": ${numberBelow(90_000, seed)}}'`,
  ids: (seed) => Array.from({ length: 8 }, (_, index) => idOf(`${seed}/${index}`)).join(", "),
  // The inner parts of many rows: more than the service keeps of a text.
  rows: (seed) => Array.from({ length: 60 }, (_, row) => rowOf(`${seed}/${row}`)).join("), ("),
  date: (seed, ts) => `'${dateOf(ts - numberBelow(20, seed) * day).slice(0, 10)}'`,
  time: (seed, ts) =>
    `'${dateOf(ts - numberBelow(day, seed))
      .replace("T", " ")
      .slice(0, 19)}'`,
} satisfies Record<string, (seed: string, ts: number) => string>;

export type LiteralKind = keyof typeof kinds;

/** @param seed decides which @param ts when the query ran, in seconds since the Unix epoch */
export function literalOf(kind: LiteralKind, seed: string, ts: number): string {
  return kinds[kind](seed, ts);
}

function idOf(seed: string): string {
  return String(1000 + numberBelow(400_000, seed));
}

function rowOf(seed: string): string {
  return [
    numberBelow(400_000, seed, "order"),
    numberBelow(9000, seed, "product"),
    1 + numberBelow(4, seed, "quantity"),
    (numberBelow(20_000, seed, "price") / 100).toFixed(2),
  ].join(", ");
}

function dateOf(ts: number): string {
  return new Date(ts * 1000).toISOString();
}
