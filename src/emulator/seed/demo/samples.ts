/** Executions of the shop's queries that were caught in the last day, with the values that they were asked with. */
import { type QuerySampleWire, queryIdToDecimal } from "../../../service";
import { numberBelow, oneOf } from "./chance";
import { literalOf } from "./literals";
import { queryGroups } from "./queries";
import { type QueryFamily, queryId, type QueryGroup, queryText } from "./query-family";
import { day, hour } from "./times";

/** What the service keeps of a text, in characters. */
const keptOfText = 1000;
const mostOfOne = 6;

export function shopSamples(now: number): QuerySampleWire[] {
  const samples = queryGroups.flatMap((group) =>
    group.families.flatMap((family) => samplesOf(group, family, now)),
  );
  return samples.sort((one, other) => one.ts - other.ts);
}

function samplesOf(group: QueryGroup, family: QueryFamily, now: number): QuerySampleWire[] {
  const { latency } = family;
  if (latency === undefined) return [];
  const id = queryId(family);
  const count = 2 + numberBelow(mostOfOne - 1, id, "samples");
  return Array.from({ length: count }, (_, index) => {
    const seed = `${id}/${index}`;
    // Since the last hour, in which each of them was last seen, and within the day.
    const ts = now - hour - numberBelow(day - hour, seed, "ts");
    const text = queryText(family, (kind, place) => literalOf(kind, `${seed}/${place}`, ts));
    return {
      query: queryIdToDecimal(id),
      db: group.db,
      user: group.user,
      origin: `10.0.2.${21 + numberBelow(4, seed, "from")}:${32_768 + numberBelow(28_000, seed, "port")}`,
      applicationName: group.applicationName,
      host: oneOf(group.hosts, seed, "host"),
      ts,
      latency: latencyOf(latency, seed),
      text: Buffer.from(text.slice(0, keptOfText)).toString("base64"),
      truncated: text.length > keptOfText,
      plan: null,
      FailedRules: null,
      // Not every way of watching a server sees which connection a query came from.
      connectionId: oneOf(["", String(20_000 + numberBelow(60_000, seed, "connection"))], seed, "connection"),
    };
  });
}

/** In seconds, to the microsecond: from half of what is usual to twice as much, and now and then much more. */
function latencyOf(usual: number, seed: string): number {
  const factor = 0.5 + numberBelow(1500, seed, "latency") / 1000;
  const isSlow = numberBelow(12, seed, "slow") === 0;
  return Number((usual * factor * (isSlow ? 9 : 1)).toFixed(6));
}
