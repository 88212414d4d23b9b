/**
 * What the evaluator of an environment reads and writes, in the store: alerts, metric values, events, firings, and a notification in the
 * outbox for each destination of a firing.
 */
import {
  type EffectiveAlert,
  type EvaluatedFiring,
  type EvaluatorState,
  thresholdEventType,
} from "../../alerting";
import { type AlertWire, type EventWire, kindOfType, readAlertConfig } from "../../service";
import { defaultEnvironment } from "../options";
import { makeEvent } from "../rules/make-event";
import { type EnvironmentStore, type StoredVersion } from "../store/store";
import { type MetricRecord } from "./records";
import { targetOf, type WebhookReach } from "./webhooks";

export interface NotificationOptions {
  readonly webhooks: WebhookReach;
  /** Base URL of the emulator, known after it listens. */
  readonly baseUrl: () => string;
}

export function createEvaluatorState(
  store: EnvironmentStore,
  options: NotificationOptions,
): EvaluatorState<EventWire> {
  const durationMs = (duration: number) => (store.durations.get(duration)?.seconds ?? 0) * 1000;
  return {
    history: {
      listInEffect: (time) =>
        store.alerts.listInEffect(time).flatMap((version) => effectiveAlert(version) ?? []),
      getInEffect: (id, time) => {
        const version = store.alerts.getInEffect(id, time);
        return version && effectiveAlert(version);
      },
      changedAlerts: (from, until) => [...new Set(store.alerts.changes(from, until).map(({ id }) => id))],
      nextChange: (time) => store.alerts.nextChange(time),
    },
    values: {
      isEmpty: () => !store.metrics.hasAny(),
      get: (host, metric) => {
        const value = store.metrics.get(host, metric);
        return value && inMilliseconds(value);
      },
      ofMetric: (metric) => store.metrics.ofMetric(metric).map(inMilliseconds),
      put: ({ host, metric, value, at }) => {
        store.metrics.put({ host, metric, value, ts: inSeconds(at) });
      },
    },
    watches: store.watches,
    objects: {
      host: (id) => {
        const host = store.hosts.get(id);
        return host && { id, type: host.type, isDeleted: host.deleted !== 0 };
      },
      policyIntervalMs: (policy) => {
        const seconds: unknown = store.policies.get(policy)?.seconds;
        return typeof seconds === "number" ? seconds * 1000 : 0;
      },
      durationMs,
    },
    recorder: {
      createThresholdEvent: ({ config: { condition } }, host, at) => {
        if (condition.kind !== "threshold") throw new TypeError("Only a threshold alert generates an event.");
        const { metric, trigger, duration, alert_level } = condition;
        const value = store.metrics.get(host.id, metric)?.value ?? 0;
        const message =
          `Metric ${metric} at ${value}, greater than trigger threshold of ${trigger} ` +
          `for ${durationMs(duration) / 1000} seconds`;
        return makeEvent({
          start: inSeconds(at),
          type: thresholdEventType,
          message,
          host: host.id,
          level: alert_level,
        });
      },
      addEvent: (event) => {
        store.events.add(event);
      },
      addFiring: (fired) => recordFiring(store, options, fired),
      resolveFiring: (id, at) => {
        const firing = store.firings.get(id);
        if (firing !== undefined) store.firings.put({ ...firing, resolved_at: inSeconds(at) });
      },
    },
  };
}

/** Undefined without a configuration. */
function effectiveAlert({ id, alert, config, since }: StoredVersion): EffectiveAlert | undefined {
  if (alert === undefined || config === undefined) return undefined;
  const { type, policy, disabled, destinations } = alert;
  const read = readAlertConfig(config, kindOfType(type));
  return read && { id, policy, disabled: disabled === 1, destinations, config: read, since };
}

/** @returns the ID of the firing */
function recordFiring(
  store: EnvironmentStore,
  { webhooks, baseUrl }: NotificationOptions,
  fired: EvaluatedFiring<EventWire>,
): number {
  const { alert, event } = fired;
  // The version that is in effect, with its name.
  const wire = store.alerts.getInEffect(alert.id, alert.since)?.alert;
  if (wire === undefined) throw new Error(`The alert ${alert.id} is in effect, but not stored.`);
  const named = { alert: alert.id, alert_name: wire.name };
  const at = inSeconds(fired.at);
  const firing = store.firings.nextId();
  store.firings.put({
    id: firing,
    ...named,
    kind: alert.config.condition.kind,
    level: event.level,
    host: fired.host?.id ?? null,
    at,
    resolved_at: null,
    event: event.uuid,
    message: event.message,
  });
  const body = notificationBody(store, baseUrl(), wire, fired);
  for (const id of new Set(wire.destinations)) {
    const destination = store.destinations.get(id);
    if (destination === undefined) continue;
    const integration = {
      integration: destination.integration,
      integration_name: store.integrations.get(destination.integration)?.name ?? "",
    };
    const target =
      integration.integration_name.toLowerCase() === "webhook"
        ? targetOf(destination, webhooks)
        : { reason: "The emulator sends only webhooks." };
    store.outbox.put({
      id: store.outbox.nextId(),
      firing,
      ...named,
      destination: id,
      destination_name: destination.name,
      ...integration,
      at,
      status: "url" in target ? "queued" : "kept",
      reason: "url" in target ? null : target.reason,
      body: {
        ...body,
        integration_id: integration.integration,
        integration_name: integration.integration_name,
        integration_url: baseUrl(),
        timestamp: at,
      },
    });
  }
  return firing;
}

/**
 * The body without the fields of the integration. The specification does not define it. The fields follow the public documentation of a
 * comparable service, and docs/internals/emulator.md lists them.
 * @param baseUrl of the emulator, for links
 */
function notificationBody(
  { name, hosts }: EnvironmentStore,
  baseUrl: string,
  alert: AlertWire,
  { alert: { config }, event, host: firedHost }: EvaluatedFiring<EventWire>,
): Record<string, string | number> {
  const host = firedHost && hosts.get(firedHost.id);
  const query = name === defaultEnvironment ? "" : `?environment=${encodeURIComponent(name)}`;
  const pageUrl = `${baseUrl}/${query}`;
  return {
    environment_name: name,
    org_name: "Example organization",
    org_nick: "example",
    alert_id: alert.id,
    alert_name: alert.name,
    alert_url: `${pageUrl}#alert-${alert.id}`,
    event_type: event.type,
    event_metric: config.condition.kind === "threshold" ? config.condition.metric : "",
    event_level: event.level,
    event_message: event.message,
    event_uuid: event.uuid,
    event_url: `${pageUrl}#event-${event.uuid}`,
    host_name: host?.name ?? "",
    host_type: host?.type ?? "",
    host_os: host?.os ?? "",
    host_arch: host?.arch ?? "",
    host_description: host?.description ?? "",
  };
}

function inMilliseconds({ host, metric, value, ts }: MetricRecord) {
  return { host, metric, value, at: ts * 1000 };
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
