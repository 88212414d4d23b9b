/**
 * What routes, the evaluator and the control endpoints read and write. All methods are synchronous, so that each request is one transaction
 * without concurrent access.
 */
import { type HostWatch, type Watches } from "../../alerting";
import {
  type AlertConfigWire,
  type AlertDurationWire,
  type AlertPolicyWire,
  type AlertWire,
  type DestinationWire,
  type EventWire,
  type HostWire,
  type IntegrationWire,
  type QueryDigestWire,
  type QuerySampleWire,
  type QueryTagWire,
} from "../../service";
import { type FiringRecord, type MetricRecord, type Notification } from "../evaluator/records";

/** The data of all environments. */
export interface EmulatorStore {
  /** Opens the environment with this name. Creates it and calls `fill` if it does not exist. */
  environment(name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore;
  close(): void;
}

export interface EnvironmentStore {
  readonly name: string;
  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  inTransaction<T>(work: () => T): T;
  readonly alerts: AlertStore;
  readonly integrations: ObjectStore<IntegrationWire>;
  readonly policies: ObjectStore<AlertPolicyWire>;
  readonly durations: ObjectStore<AlertDurationWire>;
  readonly destinations: ObjectStore<DestinationWire>;
  readonly hosts: ObjectStore<HostWire>;
  readonly digests: DigestStore;
  readonly samples: SampleStore;
  readonly events: EventStore;
  readonly metrics: MetricStore;
  readonly watches: WatchStore;
  readonly firings: ObjectStore<FiringRecord>;
  readonly outbox: OutboxStore;
}

/** Objects with a number as their ID. */
export interface ObjectStore<T extends { readonly id: number }> {
  /** Ordered by ID. */
  list(): T[];
  /** The objects with the highest IDs, highest first. */
  newest(limit: number): T[];
  /** Callers do not change the object, because it is cached. */
  get(id: number): T | undefined;
  /** The highest existing ID plus 1. */
  nextId(): number;
  /** Adds the object, or replaces the object with its ID. */
  put(object: T): void;
  /** @returns whether the object existed */
  remove(id: number): boolean;
}

export interface OutboxStore extends ObjectStore<Notification> {
  /** Oldest first. */
  queued(limit: number): Notification[];
}

/** Alerts with their configurations. Each write takes effect at a time (PROP-1). Times are milliseconds since the Unix epoch. */
export interface AlertStore {
  /** Ordered by ID. */
  list(): AlertWire[];
  /** Callers do not change the alert or the configuration, because they are cached. */
  get(id: number): AlertWire | undefined;
  config(id: number): AlertConfigWire | undefined;
  /** An ID that was never used. */
  nextId(): number;
  /** IDs of the alerts with exactly this name. */
  idsNamed(name: string): number[];
  write(alert: AlertWire, config: AlertConfigWire | undefined, time: WriteTime): void;
  remove(id: number, time: WriteTime): void;
  /** The last version of each alert that took effect by `at`, ordered by ID. */
  listInEffect(at: number): StoredVersion[];
  getInEffect(id: number, at: number): StoredVersion | undefined;
  /** The versions that take effect in the interval, both ends inclusive, in this order. */
  changes(from: number, until: number): StoredVersion[];
  /** When the first write takes effect after `time`. */
  nextChange(time: number): number | undefined;
}

export interface DigestStore {
  /** Ordered by ID, without tags. */
  find(search: DigestSearch): QueryDigestWire[];
  get(id: string): QueryDigestWire | undefined;
  tagsOf(id: string): readonly QueryTagWire[];
  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
  put(digest: StoredDigest): void;
}

export interface SampleStore {
  /** Newest first. @param query in base 10 */
  find(query: string, search: Search): QuerySampleWire[];
  add(sample: QuerySampleWire): void;
}

/** Events are added and listed, and never changed (EVENT-4). */
export interface EventStore {
  /** Ordered by start. */
  find(search: Search): EventWire[];
  /** Latest start first. */
  newest(limit: number): EventWire[];
  add(event: EventWire): void;
}

/** The latest value of each metric on each host. */
export interface MetricStore {
  get(host: number, metric: string): MetricRecord | undefined;
  ofMetric(metric: string): MetricRecord[];
  list(): MetricRecord[];
  hasAny(): boolean;
  put(value: MetricRecord): void;
}

export interface WatchStore extends Watches {
  list(): readonly HostWatch[];
  /** By alert: when it next fires on a host without new input. Milliseconds since the Unix epoch. */
  dueTimes(): ReadonlyMap<number, number>;
}

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

/** An alert and its configuration after a write. A deletion has neither. */
export interface StoredVersion {
  readonly id: number;
  readonly alert?: AlertWire | undefined;
  readonly config?: AlertConfigWire | undefined;
  /** When the write takes effect. */
  readonly since: number;
}

export interface Search {
  /** Seconds since the Unix epoch, both ends inclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Returns only digests, events and samples of at least one of these hosts, and global events. Undefined: of all hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly limit: number;
}

/** A digest with the tags and hosts that a search can filter by. */
export interface StoredDigest extends QueryDigestWire {
  readonly tags?: QueryTagWire[];
  /** IDs of the hosts that the query ran on. */
  readonly hosts?: readonly number[];
}

/** A key or a value, or a key with its value (QUERY-10). */
export type TagItem = { readonly keyOrValue: string } | { readonly key: string; readonly value: string };

export interface DigestSearch extends Search {
  /** Whether to return only digests first seen in the interval. */
  readonly isNew: boolean;
  /** Returns only greater IDs. 16 hexadecimal digits. */
  readonly after: string | undefined;
  /** At most `limits.filterLength` characters (QUERY-9). */
  readonly filter: string | undefined;
  /** Returns only digests with all of these tags. */
  readonly tags: readonly TagItem[];
}
