/** The initial content of a new environment. */
import {
  type AlertConfigWire,
  type AlertCreation,
  type AlertDurationWire,
  type AlertPolicyWire,
  type DestinationWire,
  type EventWire,
  type HostWire,
  type IntegrationWire,
  type QuerySampleWire,
} from "../../service";
import { type EnvironmentStore, type ObjectStore, type StoredDigest } from "../store/store";

/**
 * The initial content of a new environment. Large lists can be iterables that create their elements on demand.
 * An iterable is read once per environment.
 *
 * @example
 * const seed: EnvironmentSeed = { ...emptySeed, destinations: [destination], hosts: [host] };
 * const emulator = await ServiceEmulator.start({ seed });
 */
export interface EnvironmentSeed {
  readonly integrations: readonly IntegrationWire[];
  readonly policies: readonly AlertPolicyWire[];
  readonly durations: readonly AlertDurationWire[];
  readonly destinations: readonly DestinationWire[];
  readonly hosts: readonly HostWire[];
  readonly digests?: Iterable<StoredDigest> | undefined;
  readonly samples?: Iterable<QuerySampleWire> | undefined;
  readonly events?: Iterable<EventWire> | undefined;
  /** Alerts that are already in effect. Their IDs are assigned in this order, from 1. */
  readonly alerts?: Iterable<SeedAlert> | undefined;
}

export interface SeedAlert {
  readonly alert: AlertCreation;
  /** Omitted for an incomplete alert, whose configuration was never written. */
  readonly config?: AlertConfigWire;
}

/** Integrations, policies and durations only. The service defines them; they cannot be created through its API. */
export const emptySeed: EnvironmentSeed = {
  integrations: ["Email", "PagerDuty", "Slack", "Microsoft Teams", "VictorOps", "Opsgenie", "Webhook"].map(
    (name, index) => ({ id: index + 1, name }),
  ),
  policies: [
    { id: 1, name: "Every time", seconds: 0 },
    { id: 2, name: "At most once every 15 minutes", seconds: 900 },
    { id: 3, name: "At most once an hour", seconds: 3600 },
    { id: 4, name: "At most once a day", seconds: 86_400 },
  ],
  durations: [
    { id: 1, name: "1 minute", seconds: 60 },
    { id: 2, name: "5 minutes", seconds: 300 },
    { id: 3, name: "15 minutes", seconds: 900 },
    { id: 4, name: "30 minutes", seconds: 1800 },
    { id: 5, name: "1 hour", seconds: 3600 },
  ],
  destinations: [],
  hosts: [],
};

export function fillEnvironment(environment: EnvironmentStore, seed: EnvironmentSeed): void {
  fillCatalog(environment.integrations, seed.integrations);
  fillCatalog(environment.policies, seed.policies);
  fillCatalog(environment.durations, seed.durations);
  fillCatalog(environment.destinations, seed.destinations);
  fillCatalog(environment.hosts, seed.hosts);
  for (const digest of seed.digests ?? []) environment.digests.put(digest);
  for (const sample of seed.samples ?? []) environment.samples.add(sample);
  for (const event of seed.events ?? []) environment.events.add(event);
  const time = { at: 0, effectiveAt: 0 };
  for (const { alert, config } of seed.alerts ?? []) {
    const id = environment.alerts.nextId();
    environment.alerts.write({ id, ...alert }, config, time);
  }
}

function fillCatalog<T extends { readonly id: number }>(
  catalog: ObjectStore<T>,
  elements: readonly T[],
): void {
  for (const element of elements) catalog.put(element);
}
