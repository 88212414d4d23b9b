/** Values and limits of the service that need neither zod nor a wire schema, so that the command starts without loading them. */
export { isQueryId } from "./query-id";

/** Severities of alerts and events, lowest first. Specification: "Alert configuration" and "Event". */
export const alertLevels = ["info", "warn", "crit"] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** Max results of one request for query digests. Fact QUERY-4. */
export const maxQueryDigests = 20_000;
