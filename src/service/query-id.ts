/**
 * The id of a query family: 64 bits, which travel as hexadecimal digits, as decimal ones, and inside metric names.
 * Specification: "Query digest" and "Query sample"; facts QUERY-1, QUERY-2, SAMPLE-1.
 */
const greatestId = 2n ** 64n - 1n;

/** Whether the text is an id as the service writes it: 16 hexadecimal digits. Their case does not count. */
export function isQueryId(text: string): boolean {
  return /^[0-9a-f]{16}$/i.test(text);
}

/** The id in base 10, as samples name it (SAMPLE-1). @param hex 1 to 16 hexadecimal digits @throws RangeError */
export function queryIdToDecimal(hex: string): string {
  if (!/^[0-9a-f]{1,16}$/i.test(hex)) throw new RangeError(`not a query id in hexadecimal: ${hex}`);
  return BigInt(`0x${hex}`).toString(10);
}

/** The id as 16 hexadecimal digits, in lower case. @param decimal 0 to 2^64 - 1 in base 10 @throws RangeError */
export function queryIdToHex(decimal: string): string {
  if (!isDecimalQueryId(decimal)) throw new RangeError(`not a query id in base 10: ${decimal}`);
  return BigInt(decimal).toString(16).padStart(16, "0");
}

/** Whether the text is a whole number that 64 bits hold. */
export function isDecimalQueryId(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= greatestId;
}

/** Whether the text can end the name of a query's metric: words joined by dots, for example `errors.tput`. */
export function isMetricPath(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text);
}

/**
 * The name of a metric of one query family (QUERY-2), with the id in lower case, as the service writes it.
 * @param path what is measured, for example `p99_latency_us` or `errors.tput`
 * @throws RangeError for an id that is not 16 hexadecimal digits, or a path that is none
 */
export function queryMetric(id: string, path: string): string {
  if (!isQueryId(id)) throw new RangeError(`not a query id in hexadecimal: ${id}`);
  if (!isMetricPath(path)) throw new RangeError(`not the path of a metric: ${path}`);
  return `host.queries.q.${id.toLowerCase()}.${path}`;
}
