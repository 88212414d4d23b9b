/**
 * Configurations read since the last list. Each is fetched once and shared by all callers. Terraform requests ten resources at a time,
 * so configurations that are likely to be requested next are prefetched (docs/decisions/0007).
 */
import { type Alert, type LiveAlertConfig } from "../../service";

type FetchConfig = (alert: Alert) => Promise<LiveAlertConfig | undefined>;

/** Up to this number of requested alerts, Terraform's ten concurrent requests suffice and nothing is prefetched. */
const prefetchThreshold = 10;
/** Max prefetched configurations that no caller requested yet, per requested configuration. */
const maxUnusedPerRequest = 10;

export class ConfigCache {
  readonly #fetches = new Map<number, Promise<LiveAlertConfig | undefined>>();
  /** Excludes failed fetches, so that a service that refuses every call gets no prefetches. */
  readonly #requested = new Set<number>();
  readonly #unused = new Set<number>();
  readonly #prefetchQueue = new Map<number, Alert>();
  /** Never prefetched again: fetched, written, or failed. A failed fetch is repeated only for a caller. */
  readonly #prefetchDone = new Set<number>();

  constructor(private readonly fetch: FetchConfig) {}

  get(alert: Alert, likelyNext: readonly Alert[]): Promise<LiveAlertConfig | undefined> {
    const config = this.#fetches.get(alert.id) ?? this.#startFetch(alert);
    this.#requested.add(alert.id);
    this.#unused.delete(alert.id);
    for (const other of likelyNext) {
      if (!this.#prefetchDone.has(other.id)) this.#prefetchQueue.set(other.id, other);
    }
    this.#prefetch();
    return config;
  }

  /** Whether prefetched configurations were not requested yet. */
  get hasUnused(): boolean {
    return this.#unused.size > 0;
  }

  /** Drops a configuration that was written. */
  invalidate(id: number): void {
    this.#fetches.delete(id);
    this.#prefetchQueue.delete(id);
    this.#prefetchDone.add(id);
  }

  #startFetch(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const { id } = alert;
    const config = this.fetch(alert);
    this.#fetches.set(id, config);
    this.#prefetchQueue.delete(id);
    this.#prefetchDone.add(id);
    // A prefetch may have no caller that handles its rejection.
    config.catch(() => {
      if (this.#fetches.get(id) === config) this.#fetches.delete(id);
      this.#requested.delete(id);
      this.#unused.delete(id);
    });
    return config;
  }

  #prefetch(): void {
    if (this.#requested.size <= prefetchThreshold) return;
    for (const [id, alert] of this.#prefetchQueue) {
      if (this.#unused.size >= this.#requested.size * maxUnusedPerRequest) return;
      this.#unused.add(id);
      void this.#startFetch(alert);
    }
  }
}
