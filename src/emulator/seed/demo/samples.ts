/** Query samples of the demo shop in the last day. */
import { type QuerySampleWire, queryIdToDecimal } from "../../../service";
import { literalOf } from "./literals";
import { queryGroups } from "./queries";
import { type QueryFamily, queryId, type QueryGroup, queryText } from "./query-family";
import { choose, day, hour, integerBelow } from "./reproducible";

/** Longer texts are truncated, in characters. */
const maxTextLength = 1000;
const maxSamplesPerQuery = 6;

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
  const count = 2 + integerBelow(maxSamplesPerQuery - 1, id, "samples");
  return Array.from({ length: count }, (_, index) => {
    const seed = `${id}/${index}`;
    // Within the last day, but before the last hour, in which each query was last seen.
    const ts = now - hour - integerBelow(day - hour, seed, "ts");
    const text = queryText(family, (kind, position) => literalOf(kind, `${seed}/${position}`, ts));
    return {
      query: queryIdToDecimal(id),
      db: group.db,
      user: group.user,
      origin: `10.0.2.${21 + integerBelow(4, seed, "from")}:${32_768 + integerBelow(28_000, seed, "port")}`,
      applicationName: group.applicationName,
      host: choose(group.hosts, seed, "host"),
      ts,
      latency: latencyOf(latency, seed),
      text: Buffer.from(text.slice(0, maxTextLength)).toString("base64"),
      truncated: text.length > maxTextLength,
      plan: null,
      FailedRules: null,
      // Some monitoring methods do not capture the connection id.
      connectionId: choose(
        ["", String(20_000 + integerBelow(60_000, seed, "connection"))],
        seed,
        "connection",
      ),
    };
  });
}

/** Half to twice the typical latency, sometimes much more; in seconds, with microsecond precision. */
function latencyOf(typical: number, seed: string): number {
  const factor = 0.5 + integerBelow(1500, seed, "latency") / 1000;
  const isSlow = integerBelow(12, seed, "slow") === 0;
  return Number((typical * factor * (isSlow ? 9 : 1)).toFixed(6));
}
