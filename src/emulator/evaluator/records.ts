/** What the evaluator of an environment reads and records. */
import { type AlertKind, type AlertLevel } from "../../service";

/** A metric value. It holds from its timestamp until the next value of the same metric and host. */
export interface MetricRecord {
  readonly host: number;
  readonly metric: string;
  readonly value: number;
  /** Seconds since the Unix epoch. */
  readonly ts: number;
}

/** One firing of an alert on a host, or for a global event. */
export interface FiringRecord {
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
  /** UUID of the event that the threshold alert generated, or that the event alert matched. */
  readonly event: string;
  readonly message: string;
}

/** `kept`: the emulator does not send to this destination. */
type NotificationStatus = "kept" | "queued" | "sent" | "failed";

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
