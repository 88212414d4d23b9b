/** Puts a notification for each destination of an alert into the outbox. */
import { type AlertWire, type DestinationWire, type EventWire, type HostWire } from "../../service";
import { type EnvironmentStore } from "../store/store";
import { notificationBody } from "./notification-body";

/** What a notification tells of. */
export interface FiringReport {
  /** Id of the firing. */
  readonly firing: number;
  readonly alert: AlertWire;
  readonly event: EventWire;
  readonly host: HostWire | undefined;
  /** Empty for an event alert. */
  readonly metric: string;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  /** Address of the emulator, for links. */
  readonly baseUrl: string;
}

type Parts = Pick<EnvironmentStore, "name" | "destinations" | "integrations" | "outbox">;

export function notifyDestinations(store: Parts, report: FiringReport): void {
  for (const id of new Set(report.alert.destinations)) {
    const destination = store.destinations.get(id);
    if (destination !== undefined) notify(store, destination, report);
  }
}

function notify(store: Parts, destination: DestinationWire, report: FiringReport): void {
  const integration = store.integrations.get(destination.integration);
  const integrationName = integration?.name ?? "";
  const isWebhook = integrationName.toLowerCase() === "webhook";
  store.outbox.add({
    firing: report.firing,
    alert: report.alert.id,
    alert_name: report.alert.name,
    destination: destination.id,
    destination_name: destination.name,
    integration: destination.integration,
    integration_name: integrationName,
    at: report.at,
    status: isWebhook ? "queued" : "kept",
    reason: isWebhook ? null : "The emulator sends webhooks only.",
    body: notificationBody(report, store.name, { id: destination.integration, name: integrationName }),
  });
}
