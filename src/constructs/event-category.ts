/**
 * Types of events that the service generates. An event alert may also name the type of a custom event, which is free text.
 * Specification: "Event", which does not list all types.
 * @example
 * const config = AlertConfig.event({
 *   categories: [EventCategory.DISK_DEVICE_FULL, "schema migration"],
 * });
 */
export const EventCategory = {
  HIGH_SWAP_ACTIVITY: "High Swap Activity",
  DISK_DEVICE_FULL: "Disk Device Full",
  HOST_STOPPED_SENDING_DATA: "Host stopped sending data",
  THRESHOLD_ALERT: "Threshold Alert",
  ANOMALY_IN_METRIC: "Anomaly in Metric",
  DATABASE_SERVER_RESTART: "Database Server Restart",
  APPROACHING_MAX_MYSQL_CONNECTIONS: "Approaching Max MySQL Connections",
} as const;

/** A type that the service generates, which editors complete, or any other text. */
export type EventCategory = (typeof EventCategory)[keyof typeof EventCategory] | (string & {});
