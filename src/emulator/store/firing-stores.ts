/** What the evaluator keeps: metric values, how each alert stands on each host, what fired, what was sent. */
import { type AlertKind, type AlertLevel } from "../../service";

/** A value that holds from its time on, until the next one of the same series. */
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
  /** Whether there is any. */
  hasAny(): boolean;
  put(value: MetricValue): void;
}

/** How an alert stands on a host. Times in milliseconds since the Unix epoch. */
export interface Watch {
  /** Since when the metric has been above the trigger; undefined while it is not, and while the alert is fired. */
  readonly exceedingSince?: number | undefined;
  /** The firing that is not resolved yet. */
  readonly firing?: number | undefined;
  /** When it last fired, for the policy. */
  readonly lastFiredAt?: number | undefined;
}

/** Stands for the host of a global event. */
export const noHost = 0;

export interface StoredWatch {
  readonly alert: number;
  readonly host: number;
  readonly watch: Watch;
}

export interface WatchStore {
  get(alert: number, host: number): Watch;
  ofAlert(alert: number): StoredWatch[];
  list(): StoredWatch[];
  /** Those whose alert fires by then unless something happens. */
  due(until: number): StoredWatch[];
  /** When the next alert fires unless something happens. */
  nextDue(): number | undefined;
  /** @param dueAt when the alert fires unless something happens */
  put(stored: StoredWatch, dueAt: number | undefined): void;
  removeAlert(alert: number): void;
}

export interface Firing {
  readonly id: number;
  readonly alert: number;
  /** Name at that time. */
  readonly alert_name: string;
  readonly kind: AlertKind;
  readonly level: AlertLevel;
  /** Null for a global event. */
  readonly host: number | null;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  /** Null while a threshold alert is fired, and for event alerts, which are not resolved. */
  readonly resolved_at: number | null;
  /** uuid of the event that it generated, or that it answers. */
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

export type NotificationStatus = "kept" | "queued" | "sent" | "failed";

/** A message to one destination. Holds none of the destination's settings. */
export interface Notification {
  readonly id: number;
  readonly firing: number;
  readonly alert: number;
  readonly alert_name: string;
  readonly destination: number;
  readonly destination_name: string;
  readonly integration: number;
  readonly integration_name: string;
  readonly at: number;
  readonly status: NotificationStatus;
  /** Why it was kept, or failed. */
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
