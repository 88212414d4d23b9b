/** Records that an alert fired, and adds a notification for each of its destinations to the outbox. */
import { type AlertKind, type AlertWire, type EventWire, type HostWire } from "../../service";
import { defaultEnvironment } from "../options";
import { type EnvironmentStore } from "../store/sqlite/sqlite-store";
import { targetOf, type WebhookReach } from "./webhooks";

export interface NotificationOptions {
  readonly webhooks: WebhookReach;
  /** Base URL of the emulator, known after it listens. */
  readonly baseUrl: () => string;
}

/** A firing on one host or for a global event, and its alert. */
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

/** @returns the ID of the firing */
export function recordFiring(store: EnvironmentStore, options: NotificationOptions, fired: Fired): number {
  const { kind, alert, event, host, at } = fired;
  const firing = store.firings.add({
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
  for (const id of new Set(alert.destinations)) {
    const destination = store.destinations.get(id);
    if (destination === undefined) continue;
    const name = store.integrations.get(destination.integration)?.name ?? "";
    const integration = { id: destination.integration, name };
    const target =
      name.toLowerCase() === "webhook"
        ? targetOf(destination, options.webhooks)
        : { reason: "The emulator sends only webhooks." };
    store.outbox.add({
      firing,
      alert: alert.id,
      alert_name: alert.name,
      destination: id,
      destination_name: destination.name,
      integration: integration.id,
      integration_name: name,
      at,
      status: "url" in target ? "queued" : "kept",
      reason: "url" in target ? null : target.reason,
      body: notificationBody(fired, options.baseUrl(), store.name, integration),
    });
  }
  return firing;
}

/**
 * The specification does not define the body. The fields follow the public documentation of a comparable service, and docs/internals/emulator.md
 * lists them.
 * @param baseUrl of the emulator, for links
 */
function notificationBody(
  { alert, event, host, metric, at }: Fired,
  baseUrl: string,
  environment: string,
  integration: { readonly id: number; readonly name: string },
): Record<string, string | number> {
  const query = environment === defaultEnvironment ? "" : `?environment=${encodeURIComponent(environment)}`;
  const pageUrl = `${baseUrl}/${query}`;
  return {
    environment_name: environment,
    org_name: "Example organization",
    org_nick: "example",
    alert_id: alert.id,
    alert_name: alert.name,
    alert_url: `${pageUrl}#alert-${alert.id}`,
    event_type: event.type,
    event_metric: metric,
    event_level: event.level,
    event_message: event.message,
    event_uuid: event.uuid,
    event_url: `${pageUrl}#event-${event.uuid}`,
    host_name: host?.name ?? "",
    host_type: host?.type ?? "",
    host_os: host?.os ?? "",
    host_arch: host?.arch ?? "",
    host_description: host?.description ?? "",
    integration_id: integration.id,
    integration_name: integration.name,
    integration_url: baseUrl,
    timestamp: at,
  };
}
