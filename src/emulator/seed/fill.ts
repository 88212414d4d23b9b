/** Fills a new environment with what it is to hold from the start. */
import type * as z from "zod";
import {
  type alertDurationWire,
  type alertPolicyWire,
  type AlertConfigWire,
  type AlertCreation,
  type DestinationWire,
  type EventWire,
  type HostWire,
  type integrationWire,
  type QuerySampleWire,
} from "../../service";
import { type StoredDigest } from "../store/query-stores";
import { type EditableCatalog, type EnvironmentStore } from "../store/store";

/** What a new environment holds. What there may be very much of can be made while it is read, once for each environment. */
export interface EnvironmentSeed {
  readonly integrations: readonly z.output<typeof integrationWire>[];
  readonly policies: readonly z.output<typeof alertPolicyWire>[];
  readonly durations: readonly z.output<typeof alertDurationWire>[];
  readonly destinations: readonly DestinationWire[];
  readonly hosts: readonly HostWire[];
  readonly digests?: Iterable<StoredDigest> | undefined;
  readonly samples?: Iterable<QuerySampleWire> | undefined;
  readonly events?: Iterable<EventWire> | undefined;
  /** Alerts that have been in effect for long; ids are given in their order, from 1. */
  readonly alerts?: Iterable<SeedAlert> | undefined;
}

export interface SeedAlert {
  readonly alert: AlertCreation;
  /** Left out for an alert whose configuration was never written. */
  readonly config?: AlertConfigWire;
}

export function fillEnvironment(environment: EnvironmentStore, seed: EnvironmentSeed): void {
  fillCatalog(environment.integrations, seed.integrations);
  fillCatalog(environment.policies, seed.policies);
  fillCatalog(environment.durations, seed.durations);
  fillCatalog(environment.destinations, seed.destinations);
  fillCatalog(environment.hosts, seed.hosts);
  for (const digest of seed.digests ?? []) environment.digests.put(digest);
  for (const sample of seed.samples ?? []) environment.samples.add(sample);
  for (const event of seed.events ?? []) environment.events.add(event);
  for (const { alert, config } of seed.alerts ?? []) {
    const id = environment.alerts.nextId();
    environment.alerts.put({ id, ...alert }, sinceEver);
    if (config !== undefined) environment.alertConfigs.put(id, config, sinceEver);
  }
}

const sinceEver = { at: 0, effectiveAt: 0 };

function fillCatalog<T extends { readonly id: number }>(
  catalog: EditableCatalog<T>,
  elements: readonly T[],
): void {
  for (const element of elements) catalog.put(element.id, element);
}
