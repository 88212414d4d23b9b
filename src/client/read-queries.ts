/** Reads the query families that metrics name, by id, each once. */
import { type QueryDigest, queryIdOfMetric } from "../service";
import { type ServiceClient } from "./service-client";

/**
 * Reads each query family that one of the metrics names, with one call per family. Other metrics need no call.
 *
 * @returns the families by id, in lower case. Undefined for a family that the service does not have.
 * @throws ServiceError
 * @example
 * const queries = await readQueriesOfMetrics(session, ["host.queries.q.c0ffee0000000001.p99_latency_us"]);
 * queries.get("c0ffee0000000001")?.digest;
 */
export async function readQueriesOfMetrics(
  {
    client,
    run,
  }: { readonly client: ServiceClient; readonly run: { readonly signal: AbortSignal | undefined } },
  metrics: Iterable<string>,
): Promise<ReadonlyMap<string, QueryDigest | undefined>> {
  const ids = new Set([...metrics].flatMap((metric) => queryIdOfMetric(metric) ?? []));
  // The client limits the concurrency.
  const read = await Promise.all(
    [...ids].map(async (id) => [id, await client.readQuery(id, run.signal)] as const),
  );
  return new Map(read);
}
