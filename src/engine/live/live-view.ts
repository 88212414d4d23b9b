/**
 * The live alerts of the environment: one list, shared by all callers, overlaid with writes that the list may not show yet.
 */
import { type ServiceClient } from "../../client";
import { getOrAdd, ProblemError } from "../../diagnostics";
import { duplicateLiveAlerts, type LiveAlert } from "../../reconcile";
import { type Alert, type ListedAlert, type LiveAlertConfig, TextMap } from "../../service";
import { type RunControl } from "../run-control";
import { type WriteJournal } from "./write-journal";

const maxUnusedListAgeMs = 60_000;

interface Listing {
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly alerts: Promise<readonly ListedAlert[]>;
  /** By id. Each configuration is read once, and shared by all callers. */
  readonly configs: Map<number, Promise<LiveAlertConfig | undefined>>;
  /** Ids of alerts that were refreshed from this list, or written since. */
  readonly used: Set<number>;
  /** The listed alerts overlaid with pending writes; built on first use. */
  table?: AlertTable;
}

export class LiveView {
  #listing: Listing | undefined;
  /** When the connection was checked, until the first use of its list. Unix milliseconds. */
  #checkedAt: number | undefined;

  constructor(
    private readonly client: ServiceClient,
    private readonly journal: WriteJournal,
    private readonly run: RunControl,
  ) {
    journal.onWrite(({ id, alert }) => {
      this.#listing?.used.add(id);
      this.#listing?.configs.delete(id);
      if (alert === undefined) this.#listing?.table?.remove(id);
      else this.#listing?.table?.put(alert);
    });
  }

  /** Lists the alerts, so that a wrong address or token is one error. The first use within a minute takes this list. */
  async checkConnection(): Promise<void> {
    await this.#currentListing().alerts;
    this.#checkedAt = this.run.clock.now();
  }

  /** When the list was requested that the next read uses, or later if it fetches a new one. In Unix milliseconds. */
  get listedAt(): number {
    return this.#listing?.startedAt ?? this.run.clock.now();
  }

  async alerts(): Promise<readonly ListedAlert[]> {
    return (await this.#table()).all();
  }

  async findById(id: number): Promise<ListedAlert | undefined> {
    return (await this.#table()).get(id);
  }

  /** Finds an alert for a refresh. A second refresh, or one after a write, needs current values, so it fetches a new list. */
  async refreshById(id: number): Promise<ListedAlert | undefined> {
    if (this.#listing?.used.has(id) === true) this.invalidate();
    const listing = this.#currentListing();
    listing.used.add(id);
    return (await this.#tableOf(listing)).get(id);
  }

  /** @param maxAgeMs an older list is fetched again @throws ProblemError if several live alerts have the name */
  async findByName(name: string, maxAgeMs = Infinity): Promise<ListedAlert | undefined> {
    if (this.run.clock.now() - this.#currentListing().startedAt > maxAgeMs) this.invalidate();
    const matches = (await this.#table()).named(name);
    if (matches.length > 1) throw new ProblemError([duplicateLiveAlerts(name, matches)]);
    return matches[0];
  }

  /** Adds the alert's configuration. For one window after a write of this run, it is the written one. */
  async withConfig(alert: Alert): Promise<LiveAlert> {
    const { id, kind } = alert;
    const written = this.journal.pendingConfig(id);
    if (written !== undefined) return { alert, config: written };
    const { configs } = (this.#listing ??= this.#startListing(this.run.signal));
    const config = getOrAdd(configs, id, () => {
      const read = this.client.readAlertConfig(id, kind, this.run.signal);
      // A failed read is not cached.
      read.catch(() => configs.delete(id));
      return read;
    });
    return { alert, config: await config };
  }

  /** Makes the next read fetch a new list. */
  invalidate(): void {
    this.#listing = undefined;
  }

  /** Fetches a new list even if the run is interrupted, to complete a creation in progress. */
  refetchByName(name: string): Promise<ListedAlert | undefined> {
    this.#listing = this.#startListing(undefined);
    return this.findByName(name);
  }

  /**
   * Confirms that an alert missing from the list is absent. The list carries no count that proves it complete, so the
   * alert's configuration must be absent too.
   * @throws ProblemError if the configuration can still be read
   */
  async confirmAbsent(id: number, name: string): Promise<void> {
    if (this.journal.isDeleted(id)) return;
    if (!(await this.client.hasAlertConfig(id, this.run.signal))) return;
    const what = `The list of alerts does not contain the alert (id ${id}), but its configuration can be read.`;
    throw ProblemError.of("response-invalid", what, {
      where: { subject: name },
      remedy: "Run again in a minute. The list may be stale or truncated. Nothing was written.",
    });
  }

  #startListing(signal: AbortSignal | undefined): Listing {
    const listing: Listing = {
      startedAt: this.run.clock.now(),
      alerts: this.client.listAlerts(signal),
      configs: new Map(),
      used: new Set(),
    };
    // A failed list is not cached, and the next caller retries.
    listing.alerts.catch(() => {
      if (this.#listing === listing) this.#listing = undefined;
    });
    return listing;
  }

  #table(): Promise<AlertTable> {
    return this.#tableOf(this.#currentListing());
  }

  #currentListing(): Listing {
    const checkedAt = this.#checkedAt;
    this.#checkedAt = undefined;
    if (checkedAt !== undefined && this.run.clock.now() - checkedAt > maxUnusedListAgeMs) this.invalidate();
    return (this.#listing ??= this.#startListing(this.run.signal));
  }

  async #tableOf(listing: Listing): Promise<AlertTable> {
    const alerts = await listing.alerts;
    const overlay = () => this.#withPendingWrites(alerts, listing.startedAt);
    // A list that was invalidated during its fetch is not cached: later writes would not update its table.
    if (listing !== this.#listing) return overlay();
    return (listing.table ??= overlay());
  }

  #withPendingWrites(alerts: readonly ListedAlert[], listedAt: number): AlertTable {
    const table = new AlertTable(alerts);
    for (const { id, alert } of this.journal.pendingWritesAt(listedAt)) {
      if (alert === undefined) table.remove(id);
      else table.put(alert);
    }
    return table;
  }
}

class AlertTable {
  readonly #byId = new Map<number, ListedAlert>();
  readonly #idsByName = new TextMap<Set<number>>();

  constructor(alerts: readonly ListedAlert[]) {
    for (const alert of alerts) this.put(alert);
  }

  all(): readonly ListedAlert[] {
    return [...this.#byId.values()];
  }

  get(id: number): ListedAlert | undefined {
    return this.#byId.get(id);
  }

  /** All alerts with the name: more than one if the service does not enforce unique names. */
  named(name: string): readonly ListedAlert[] {
    const ids = this.#idsByName.get(name) ?? new Set();
    return [...ids].map((id) => this.#byId.get(id)).filter((alert) => alert !== undefined);
  }

  put(alert: ListedAlert): void {
    this.#removeName(alert.id);
    this.#byId.set(alert.id, alert);
    const ids = this.#idsByName.get(alert.name) ?? new Set();
    this.#idsByName.set(alert.name, ids.add(alert.id));
  }

  remove(id: number): void {
    this.#removeName(id);
    this.#byId.delete(id);
  }

  #removeName(id: number): void {
    const previous = this.#byId.get(id);
    if (previous !== undefined) this.#idsByName.get(previous.name)?.delete(id);
  }
}
