/** Types of events, as event alerts name them. Specification: "Event"; custom events have a type of free text. */
export const EventCategory = {
  HIGH_SWAP_ACTIVITY: "High Swap Activity",
  DISK_DEVICE_FULL: "Disk Device Full",
  HOST_STOPPED_SENDING_DATA: "Host stopped sending data",
  THRESHOLD_ALERT: "Threshold Alert",
  ANOMALY_IN_METRIC: "Anomaly in Metric",
  DATABASE_SERVER_RESTART: "Database Server Restart",
  APPROACHING_MAX_MYSQL_CONNECTIONS: "Approaching Max MySQL Connections",
} as const;

/** One that the service generates itself, which editors complete, or any other. */
export type EventCategory = (typeof EventCategory)[keyof typeof EventCategory] | (string & {});
