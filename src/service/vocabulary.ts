/** Values and limits of the service that need neither zod nor a wire schema, so that the command starts without loading them. */
export { isQueryId } from "./query-id";
export { parseTimeSpan } from "./timestamp";

/** Max period before now whose events a back-test or a check reads. Longer periods would take too many calls. */
export const maxPeriodDays = 365;
export const maxPeriodSeconds = maxPeriodDays * 86_400;

/** Severities of alerts and events, lowest first. Specification: "Alert configuration" and "Event". */
export const alertLevels = ["info", "warn", "crit"] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** Max results of one request for query digests. Fact QUERY-4. */
export const maxQueryDigests = 20_000;

/** Types of databases and of the operating system. Specification: "Host". The set is open. */
export const knownHostTypes = ["os", "mysql", "pgsql", "redis", "mongo"] as const;

/** Names of databases that the service could monitor. They are not misspellings of {@link knownHostTypes}. */
export const otherDatabaseTypes = [
  "mssql",
  "mongod",
  "mongos",
  "mariadb",
  "oracle",
  "aurora",
  "sqlserver",
] as const;

/** Categories of the events that the service generates. Specification: "Events", which does not list all. */
export const knownCategories = [
  "High Swap Activity",
  "Disk Device Full",
  "Host stopped sending data",
  "Threshold Alert",
  "Anomaly in Metric",
  "Database Server Restart",
  "Approaching Max MySQL Connections",
] as const;

/** Metrics with their units. The specification lists none: docs/metrics.md names where each is known from. */
export const knownMetrics = {
  "os.cpu.user_us": "microseconds of CPU time per second",
  "os.cpu.sys_us": "microseconds of CPU time per second",
  "os.cpu.idle_us": "microseconds of CPU time per second",
  "os.cpu.total_us": "microseconds of CPU time per second",
  "os.disk.used_percent": "percent",
  "mysql.repl.seconds_behind_master": "seconds",
} as const;

/** Paths, with their units, that follow the ID in a query metric, or `host.totals.queries`. Specification: "Query digest", which does not list all. */
export const knownMetricPaths = {
  time_us: "microseconds per second",
  tput: "per second",
  "errors.tput": "per second",
  "warnings.tput": "per second",
  p99_latency_us: "microseconds",
  "rows_examined.tput": "per second",
  "no_index.tput": "per second",
} as const;
