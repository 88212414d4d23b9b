/** Store interfaces of the evaluator: metric values, alert states per host, firings and notifications. */
import { type HostWatch, type Watches } from "../../alerting";
import { type AlertKind, type AlertLevel } from "../../service";

/** A metric value. It holds from its timestamp until the next value of the same metric and host. */
export interface MetricValue {
  readonly host: number;
  readonly metric: string;
  readonly value: number;
  /** Seconds since the Unix epoch. */
  readonly ts: number;
}

export interface MetricStore {
  get(host: number, metric: string): MetricValue | undefined;
  ofMetric(metric: string): MetricValue[];
  list(): MetricValue[];
  hasAny(): boolean;
  put(value: MetricValue): void;
}

/** The state of each alert on each host. Times are milliseconds since the Unix epoch. */
export interface WatchStore extends Watches {
  list(): HostWatch[];
}

/** One firing of an alert on a host, or for a global event. */
export interface Firing {
  readonly id: number;
  readonly alert: number;
  /** The alert's name when it fired. */
  readonly alert_name: string;
  readonly kind: AlertKind;
  readonly level: AlertLevel;
  /** Null for a global event. */
  readonly host: number | null;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  /** Seconds since the Unix epoch. Null for an unresolved threshold alert, and for event alerts. */
  readonly resolved_at: number | null;
  /** Uuid of the event that the threshold alert generated, or that the event alert matched. */
  readonly event: string;
  readonly message: string;
}

export interface FiringStore {
  add(firing: Omit<Firing, "id">): number;
  get(id: number): Firing | undefined;
  resolve(id: number, at: number): void;
  /** Newest first. */
  newest(limit: number): Firing[];
}

/** `kept`: the emulator does not send to this destination. */
export type NotificationStatus = "kept" | "queued" | "sent" | "failed";

/** A message to one destination, without the settings of the destination. */
export interface Notification {
  readonly id: number;
  readonly firing: number;
  readonly alert: number;
  readonly alert_name: string;
  readonly destination: number;
  readonly destination_name: string;
  readonly integration: number;
  readonly integration_name: string;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  readonly status: NotificationStatus;
  /** Why it is `kept` or `failed`; otherwise null. */
  readonly reason: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface OutboxStore {
  add(notification: Omit<Notification, "id">): number;
  /** Oldest first. */
  queued(limit: number): Notification[];
  settle(id: number, status: "sent" | "failed", reason: string | null): void;
  /** Newest first. */
  newest(limit: number): Notification[];
}
