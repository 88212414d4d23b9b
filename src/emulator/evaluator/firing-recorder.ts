/** Records that an alert fired and adds a notification for each of its destinations to the outbox. */
import {
  type AlertKind,
  type AlertWire,
  type DestinationWire,
  type EventWire,
  type HostWire,
} from "../../service";
import { type EnvironmentStore } from "../store/store";
import { type FiringReport, notificationBody } from "./notification-body";
import { targetOf, type WebhookReach } from "./webhook";

export interface NotificationOptions {
  readonly webhooks: WebhookReach;
  /** Base URL of the emulator, known after it listens. */
  readonly baseUrl: () => string;
}

/** An alert that fires on one host or for a global event. */
export interface Fired {
  readonly kind: AlertKind;
  readonly alert: AlertWire;
  /** The event that the threshold alert generates, or that the event alert matches. */
  readonly event: EventWire;
  readonly host: HostWire | undefined;
  /** Empty for an event alert. */
  readonly metric: string;
  /** Seconds since the Unix epoch. */
  readonly at: number;
}

export class FiringRecorder {
  constructor(
    private readonly store: EnvironmentStore,
    private readonly options: NotificationOptions,
  ) {}

  /** @returns the id of the firing */
  record({ kind, alert, event, host, metric, at }: Fired): number {
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
    const report = { firing, alert, event, host, metric, at, baseUrl: this.options.baseUrl() };
    for (const id of new Set(alert.destinations)) {
      const destination = this.store.destinations.get(id);
      if (destination !== undefined) this.notify(destination, report);
    }
    return firing;
  }

  private notify(destination: DestinationWire, report: FiringReport): void {
    const name = this.store.integrations.get(destination.integration)?.name ?? "";
    const integration = { id: destination.integration, name };
    const target =
      name.toLowerCase() === "webhook"
        ? targetOf(destination, this.options.webhooks)
        : { reason: "The emulator sends only webhooks." };
    this.store.outbox.add({
      firing: report.firing,
      alert: report.alert.id,
      alert_name: report.alert.name,
      destination: destination.id,
      destination_name: destination.name,
      integration: integration.id,
      integration_name: name,
      at: report.at,
      status: "url" in target ? "queued" : "kept",
      reason: "url" in target ? null : target.reason,
      body: notificationBody(report, this.store.name, integration),
    });
  }
}
