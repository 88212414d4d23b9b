/** Puts a notification for each destination of an alert into the outbox. */
import { type DestinationWire } from "../../service";
import { type EnvironmentStore } from "../store/store";
import { type FiringReport, notificationBody } from "./notification-body";

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
