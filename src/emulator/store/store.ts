/**
 * Store interfaces of the emulator. Routes and rules depend only on these interfaces.
 * All methods are synchronous, so each request is one transaction without concurrent access.
 */
import type * as z from "zod";
import {
  type alertDurationWire,
  type alertPolicyWire,
  type AlertConfigWire,
  type AlertWire,
  type DestinationWire,
  type EventWire,
  type HostWire,
  type integrationWire,
} from "../../service";
import { type FiringStore, type MetricStore, type OutboxStore, type WatchStore } from "./firing-stores";
import { type DigestStore, type Interval, type Page, type SampleStore } from "./query-stores";

export interface Store {
  /** Returns the environment with this name. Creates it and calls `fill` if it does not exist. */
  environment(name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore;
  close(): void;
}

export interface EnvironmentStore {
  readonly name: string;
  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
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
  /** Ordered by id. */
  list(): T[];
  get(id: number): T | undefined;
}

/** Objects that users edit in the service's UI. In the emulator, the control endpoints edit them. */
export interface EditableCatalog<T> extends Catalog<T> {
  /** The highest existing id plus 1. */
  nextId(): number;
  put(id: number, element: T): void;
  remove(id: number): void;
}

/** Writes of alerts and configurations, by the time at which they take effect (PROP-1). */
export interface ChangeQueue {
  /** Ids of the alerts with a change that takes effect in the interval, both ends inclusive; milliseconds. */
  alertsChanged(from: number, until: number): number[];
  /** When the first change after `time` takes effect; milliseconds. */
  nextAfter(time: number): number | undefined;
  /** When the last pending change of each alert takes effect; milliseconds, by alert id. */
  pending(time: number): Map<number, number>;
  /** When the state of an alert and its configuration at the time `at` took effect; milliseconds. */
  inEffectSince(alert: number, at: number): number;
}

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

export interface AlertStore extends Catalog<AlertWire> {
  /** The alerts as of the writes that took effect by `at`. */
  listInEffect(at: number): AlertWire[];
  getInEffect(id: number, at: number): AlertWire | undefined;
  /** Ids of the alerts with exactly this name. */
  idsNamed(name: string): number[];
  /** An id that was never used. */
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

export interface EventSearch extends Interval {
  /** Returns only events of these hosts and global events. Undefined: events of all hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly limit: number;
}

/** Events are added and listed, and never changed (EVENT-4). */
export interface EventStore {
  /** Ordered by start. */
  find(search: EventSearch): Page<EventWire>;
  /** Latest start first. */
  newest(limit: number): EventWire[];
  add(event: EventWire): void;
}
