/** QUERY-4: absolute maximum of results of one request. */
export const maximumDigests = 20_000;
