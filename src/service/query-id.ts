/**
 * IDs of query families: 64-bit integers, in hexadecimal (digests and metric names) or in base 10 (samples).
 * Specification: "Query digest" and "Query sample". Facts QUERY-1, QUERY-2 and SAMPLE-1.
 */
const maxId = 2n ** 64n - 1n;

export function isQueryId(text: string): boolean {
  return /^[0-9a-f]{16}$/i.test(text);
}

/** Converts to base 10 (SAMPLE-1). @param hex 1 to 16 hexadecimal digits @throws RangeError */
export function queryIdToDecimal(hex: string): string {
  if (!/^[0-9a-f]{1,16}$/i.test(hex)) throw new RangeError(`invalid query ID in hexadecimal: ${hex}`);
  return BigInt(`0x${hex}`).toString(10);
}

/** Converts to 16 lowercase hexadecimal digits. @param decimal 0 to 2^64 - 1 in base 10 @throws RangeError */
export function queryIdToHex(decimal: string): string {
  if (!isDecimalQueryId(decimal)) throw new RangeError(`invalid query ID in base 10: ${decimal}`);
  return BigInt(decimal).toString(16).padStart(16, "0");
}

export function isDecimalQueryId(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= maxId;
}

/** Whether the text is a valid path of a query metric: words separated by dots, for example `errors.tput`. */
export function isMetricPath(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text);
}

/**
 * The name of a metric of a query family (QUERY-2), with the ID in lower case.
 * @param path for example `p99_latency_us` or `errors.tput`
 * @throws RangeError for an invalid ID or path
 */
export function metricOfQuery(id: string, path: string): string {
  if (!isQueryId(id)) throw new RangeError(`invalid query ID in hexadecimal: ${id}`);
  if (!isMetricPath(path)) throw new RangeError(`invalid metric path: ${path}`);
  return `host.queries.q.${id.toLowerCase()}.${path}`;
}

/** The ID of the query family that a metric names, in lower case (QUERY-2). */
export function queryIdOfMetric(metric: string): string | undefined {
  return /^host\.queries\.q\.([0-9a-f]{16})(?:\.|$)/i.exec(metric)?.[1]?.toLowerCase();
}
