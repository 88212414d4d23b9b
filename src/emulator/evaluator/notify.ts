/** Puts a notification for each destination of an alert into the outbox. */
import { type DestinationWire } from "../../service";
import { type EnvironmentStore } from "../store/store";
import { targetOf, type WebhookReach } from "./webhook";
import { type FiringReport, notificationBody } from "./notification-body";

type Parts = Pick<EnvironmentStore, "name" | "destinations" | "integrations" | "outbox">;

export function notifyDestinations(store: Parts, reach: WebhookReach, report: FiringReport): void {
  for (const id of new Set(report.alert.destinations)) {
    const destination = store.destinations.get(id);
    if (destination !== undefined) notify(store, reach, destination, report);
  }
}

function notify(store: Parts, reach: WebhookReach, destination: DestinationWire, report: FiringReport): void {
  const integration = store.integrations.get(destination.integration);
  const integrationName = integration?.name ?? "";
  const isWebhook = integrationName.toLowerCase() === "webhook";
  const target = isWebhook ? targetOf(destination, reach) : { reason: "The emulator sends webhooks only." };
  store.outbox.add({
    firing: report.firing,
    alert: report.alert.id,
    alert_name: report.alert.name,
    destination: destination.id,
    destination_name: destination.name,
    integration: destination.integration,
    integration_name: integrationName,
    at: report.at,
    status: "url" in target ? "queued" : "kept",
    reason: "url" in target ? null : target.reason,
    body: notificationBody(report, store.name, { id: destination.integration, name: integrationName }),
  });
}
