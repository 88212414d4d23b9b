/** Event alerts: one event, one alert of its category (FIRE-5, FIRE-6). */
import { type EventWire } from "../../service";
import { noHost } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { isInScope } from "./alert-scope";
import { type AlertInEffect } from "./alerts-in-effect";
import { type FiringRecorder } from "./firing-recorder";
import { policyMs } from "./policy";

/** Fires the alert for the event, unless it is disabled, for other hosts, or its policy says not yet. */
export function fireForEvent(
  store: EnvironmentStore,
  recorder: FiringRecorder,
  { alert, config }: AlertInEffect,
  event: EventWire,
  now: number,
): void {
  const host = event.host === undefined ? undefined : store.hosts.get(event.host);
  if (alert.disabled === 1 || !isInScope(config, host)) return;
  const watch = store.watches.get(alert.id, host?.id ?? noHost);
  const { lastFiredAt } = watch;
  // FIRE-4: what comes too early is not notified later.
  if (lastFiredAt !== undefined && now < lastFiredAt + policyMs(store, alert.policy)) return;
  store.watches.put(
    { alert: alert.id, host: host?.id ?? noHost, watch: { ...watch, lastFiredAt: now } },
    undefined,
  );
  recorder.record({ kind: "event", alert, event, host, metric: "", time: now });
}
