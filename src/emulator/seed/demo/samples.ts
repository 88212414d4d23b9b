/** Query samples of the demo shop in the last day, with reproducible SQL literals. */
import { queryIdToDecimal, type QuerySampleWire } from "../../../service";
import { demoQueries, type Query } from "./queries";
import { choose, day, hashOf, hour, integerBelow } from "./reproducible";

/** Max characters of a statement. Longer ones are truncated. */
const maxTextLength = 1000;
const maxSamplesPerQuery = 6;

export function shopSamples(now: number): QuerySampleWire[] {
  return demoQueries.flatMap((query) => samplesOf(query, now)).sort((one, other) => one.ts - other.ts);
}

function samplesOf({ id, latency, template, ...query }: Query, now: number): QuerySampleWire[] {
  if (latency === undefined) return [];
  const count = 2 + integerBelow(maxSamplesPerQuery - 1, id, "samples");
  return Array.from({ length: count }, (_, index) => {
    const seed = `${id}/${index}`;
    // Within the last day, but before the last hour, in which each query was last seen.
    const ts = now - hour - integerBelow(day - hour, seed, "ts");
    const text = textOf(template, seed, ts);
    return {
      query: queryIdToDecimal(id),
      db: query.db,
      user: query.user,
      origin: `10.0.2.${21 + integerBelow(4, seed, "from")}:${32_768 + integerBelow(28_000, seed, "port")}`,
      applicationName: query.applicationName ?? "",
      host: choose(query.hosts, seed, "host"),
      ts,
      latency: latencyOf(latency, seed),
      text: Buffer.from(text.slice(0, maxTextLength)).toString("base64"),
      truncated: text.length > maxTextLength,
      plan: null,
      FailedRules: null,
      // Some monitoring methods do not capture the connection ID.
      connectionId: choose(
        ["", String(20_000 + integerBelow(60_000, seed, "connection"))],
        seed,
        "connection",
      ),
    };
  });
}

/** @param ts when the query ran, in seconds since the Unix epoch */
function textOf(template: string, seed: string, ts: number): string {
  let position = 0;
  // A test checks that no sample contains the name of an unknown kind.
  return template.replace(/\{(\w+)\}/g, (_, kind: keyof typeof literals) =>
    literals[kind](`${seed}/${position++}`, ts),
  );
}

/** Half to twice the typical latency, or nine times as much for a slow execution; in seconds, with microsecond precision. */
function latencyOf(typical: number, seed: string): number {
  const factor = 0.5 + integerBelow(1500, seed, "latency") / 1000;
  const isSlow = integerBelow(12, seed, "slow") === 0;
  return Number((typical * factor * (isSlow ? 9 : 1)).toFixed(6));
}

/** Literals by kind, selected by a seed and the time at which the query ran, in seconds since the Unix epoch. */
const literals = {
  id: idOf,
  few: (seed) => String(1 + integerBelow(5, seed)),
  page: (seed) => choose(["10", "20", "24", "50", "100"], seed),
  flag: (seed) => choose(["0", "1"], seed),
  money: (seed) => (integerBelow(30_000, seed) / 100).toFixed(2),
  currency: (seed) => choose(["'EUR'", "'EUR'", "'CHF'", "'SEK'"], seed),
  status: (seed) => choose(["'placed'", "'paid'", "'packed'", "'shipped'", "'returned'"], seed),
  state: (seed) => choose(["'pending'", "'authorized'", "'captured'", "'failed'"], seed),
  method: (seed) => choose(["'card'", "'sepa_debit'", "'invoice'"], seed),
  coupon: (seed) => choose(["'AUTUMN10'", "'WELCOME5'", "'FREESHIP'"], seed),
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
