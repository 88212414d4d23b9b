/**
 * What the service keeps, apart from how. Routes and rules know only these interfaces. All of it is synchronous: a
 * request is one transaction that nothing interleaves with.
 */
import { type z } from "zod";
import {
  type alertDurationWire,
  type alertPolicyWire,
  type AlertConfigWire,
  type AlertWire,
  type DestinationWire,
  type HostWire,
  type integrationWire,
} from "../../service";

export interface Store {
  /** The environment of that name. On first sight it is made and filled; `fill` is not called for a known one. */
  environment(name: string, fill: () => EnvironmentSeed): EnvironmentStore;
  close(): void;
}

/** What a new environment holds. */
export interface EnvironmentSeed {
  readonly integrations: readonly z.output<typeof integrationWire>[];
  readonly policies: readonly z.output<typeof alertPolicyWire>[];
  readonly durations: readonly z.output<typeof alertDurationWire>[];
  readonly destinations: readonly DestinationWire[];
  readonly hosts: readonly HostWire[];
}

export interface EnvironmentStore {
  /** All of the work, or, when it throws, none of it. Not to be nested. */
  inTransaction<T>(work: () => T): T;
  readonly alerts: AlertStore;
  readonly alertConfigs: AlertConfigStore;
  readonly integrations: Catalogue<z.output<typeof integrationWire>>;
  readonly policies: Catalogue<z.output<typeof alertPolicyWire>>;
  readonly durations: Catalogue<z.output<typeof alertDurationWire>>;
  readonly destinations: Catalogue<DestinationWire>;
  readonly hosts: Catalogue<HostWire>;
}

export interface Catalogue<T> {
  /** All, by id. */
  list(): T[];
  get(id: number): T | undefined;
}

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

export interface AlertStore extends Catalogue<AlertWire> {
  /** The alerts as the writes that have taken effect by then left them. */
  listInEffect(at: number): AlertWire[];
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
