/** Notes that an alert fired, and queues its notifications. */
import { type AlertKind, type AlertWire, type EventWire, type HostWire } from "../../service";
import { type EnvironmentStore } from "../store/store";
import { notifyDestinations } from "./notify";
import { type WebhookReach } from "./webhook";

export interface NotificationOptions {
  readonly webhooks: WebhookReach;
  /** Address of the emulator, known once it listens. */
  readonly baseUrl: () => string;
}

/** One alert that fires on one host, or for a global event. */
export interface Fired {
  readonly kind: AlertKind;
  readonly alert: AlertWire;
  /** What it generated, or answers. */
  readonly event: EventWire;
  readonly host: HostWire | undefined;
  /** Empty for an event alert. */
  readonly metric: string;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
}

export class FiringRecorder {
  constructor(
    private readonly store: EnvironmentStore,
    private readonly options: NotificationOptions,
  ) {}

  /** @returns the firing's id */
  record({ kind, alert, event, host, metric, time }: Fired): number {
    const at = Math.floor(time / 1000);
    const firing = this.store.firings.add({
      alert: alert.id,
      alert_name: alert.name,
      kind,
      level: event.level,
      host: host?.id ?? null,
      at,
      resolved_at: null,
      event: event.uuid,
      message: event.message,
    });
    const { webhooks, baseUrl } = this.options;
    const report = { firing, alert, event, host, metric, at, baseUrl: baseUrl() };
    notifyDestinations(this.store, webhooks, report);
    return firing;
  }
}
