/**
 * What the service keeps, apart from how. Routes and rules know only these interfaces. All of it is synchronous: a
 * request is one transaction that nothing interleaves with.
 */
import type * as z from "zod";
import {
  type alertDurationWire,
  type alertPolicyWire,
  type AlertConfigWire,
  type AlertWire,
  type DestinationWire,
  type HostWire,
  type integrationWire,
} from "../../service";
import { type EventStore } from "./event-store";
import { type FiringStore, type MetricStore, type OutboxStore, type WatchStore } from "./firing-stores";
import { type DigestStore, type SampleStore } from "./query-stores";

export interface Store {
  /** The environment of that name. On first sight it is made and filled; `fill` is not called for a known one. */
  environment(name: string, fill: (made: EnvironmentStore) => void): EnvironmentStore;
  close(): void;
}

export interface EnvironmentStore {
  readonly name: string;
  /** All of the work, or, when it throws, none of it. Not to be nested. */
  inTransaction<T>(work: () => T): T;
  readonly alerts: AlertStore;
  readonly alertConfigs: AlertConfigStore;
  readonly changes: ChangeQueue;
  readonly integrations: EditableCatalog<z.output<typeof integrationWire>>;
  readonly policies: EditableCatalog<z.output<typeof alertPolicyWire>>;
  readonly durations: EditableCatalog<z.output<typeof alertDurationWire>>;
  readonly destinations: EditableCatalog<DestinationWire>;
  readonly hosts: EditableCatalog<HostWire>;
  readonly digests: DigestStore;
  readonly samples: SampleStore;
  readonly events: EventStore;
  readonly metrics: MetricStore;
  readonly watches: WatchStore;
  readonly firings: FiringStore;
  readonly outbox: OutboxStore;
}

export interface Catalog<T> {
  /** All, by id. */
  list(): T[];
  get(id: number): T | undefined;
}

/** What the service's own pages edit, and here the control endpoints do. */
export interface EditableCatalog<T> extends Catalog<T> {
  /** The least id above all that there are. */
  nextId(): number;
  put(id: number, element: T): void;
  remove(id: number): void;
}

/** Writes of alerts and configurations, by the time at which they take effect (PROP-1). */
export interface ChangeQueue {
  /** IDs of the alerts with a change that takes effect in the interval; both ends belong to it. Milliseconds. */
  alertsChanged(from: number, until: number): number[];
  /** When the first change after then takes effect; milliseconds. */
  nextAfter(time: number): number | undefined;
  /** When the last change of each alert takes effect, of those that have one still to come; milliseconds. */
  pending(time: number): Map<number, number>;
  /** Since when the alert, with its configuration, is as it is at that time; milliseconds. */
  inEffectSince(alert: number, at: number): number;
}

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

export interface AlertStore extends Catalog<AlertWire> {
  /** The alerts as the writes that have taken effect by then left them. */
  listInEffect(at: number): AlertWire[];
  getInEffect(id: number, at: number): AlertWire | undefined;
  /** IDs of the alerts of exactly that name. */
  idsNamed(name: string): number[];
  /** An id that was never given before. */
  nextId(): number;
  put(alert: AlertWire, time: WriteTime): void;
  remove(id: number, time: WriteTime): void;
}

export interface AlertConfigStore {
  get(alertId: number): AlertConfigWire | undefined;
  getInEffect(alertId: number, at: number): AlertConfigWire | undefined;
  put(alertId: number, config: AlertConfigWire, time: WriteTime): void;
  remove(alertId: number, time: WriteTime): void;
}
