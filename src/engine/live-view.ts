/**
 * The live alerts of the environment: one list, shared by all callers, overlaid with writes that the list may not show yet.
 */
import { type ServiceClient } from "../client";
import { ProblemError } from "../diagnostics";
import { type LiveAlert, duplicateLiveAlerts } from "../reconcile";
import { type Alert, isSameText, isSupported, type ListedAlert } from "../service";
import { AlertTable } from "./alert-table";
import { ConfigCache } from "./config-cache";
import { type RunControl } from "./run-control";
import { type WriteJournal } from "./write-journal";

const pollIntervalMs = 1_000;

interface Listing {
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly alerts: Promise<readonly ListedAlert[]>;
  readonly configs: ConfigCache;
  /** Ids of alerts that were refreshed from this list, or written since. */
  readonly used: Set<number>;
  /** The listed alerts overlaid with unsettled writes; built on first use. */
  table?: AlertTable;
}

interface OtherName {
  readonly name: string;
  /** When the alert got it, in Unix milliseconds. */
  readonly at: number;
  /** Whether a process of this run gave it, so that no later process of the run has to know it. */
  readonly isOfThisRun: boolean;
}

export class LiveView {
  readonly #client: ServiceClient;
  readonly #journal: WriteJournal;
  readonly #run: RunControl;
  /** By id: names that other processes gave to alerts. */
  readonly #otherNames = new Map<number, OtherName>();
  #listing: Listing | undefined;

  constructor(client: ServiceClient, journal: WriteJournal, run: RunControl) {
    this.#client = client;
    this.#journal = journal;
    this.#run = run;
    journal.onWrite(({ id, alert }) => {
      this.#listing?.used.add(id);
      this.#listing?.configs.invalidate(id);
      if (alert === undefined) this.#listing?.table?.remove(id);
      else this.#listing?.table?.put(alert);
    });
  }

  async alerts(): Promise<readonly ListedAlert[]> {
    return (await this.#table()).all();
  }

  async findById(id: number): Promise<ListedAlert | undefined> {
    return (await this.#table()).get(id);
  }

  /** Finds an alert for a refresh. A refresh after another one or after a write asks for current values: a new list. */
  async refreshById(id: number): Promise<ListedAlert | undefined> {
    if (this.#listing?.used.has(id) === true) this.invalidate();
    const listing = this.#currentListing();
    listing.used.add(id);
    return (await this.#tableOf(listing)).get(id);
  }

  /** @throws ProblemError if several live alerts have the name */
  async findByName(name: string): Promise<ListedAlert | undefined> {
    const table = await this.#table();
    const matches = table.named(name).filter(({ id }) => !this.#wasRenamed(id, name, table.listedAt));
    if (matches.length > 1) throw new ProblemError([duplicateLiveAlerts(name, matches)]);
    return matches[0];
  }

  /**
   * Adds the alert's configuration: within the window of this run's own write, the one that was written.
   * @param likelyNext ids of alerts whose configurations are likely to be requested too, which may be prefetched
   */
  async withConfig(alert: Alert, likelyNext: readonly number[] = []): Promise<LiveAlert> {
    const written = this.#journal.unsettledConfig(alert.id);
    if (written !== undefined) return { alert, config: written };
    const listing = (this.#listing ??= this.#startListing(this.#run.signal));
    const others = likelyNext.flatMap((id) => listing.table?.get(id) ?? []).filter(isSupported);
    return { alert, config: await listing.configs.get(alert, others) };
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

  /** Whether the list may still show the state before a rename or deletion that preceded this run. */
  get mayShowEarlierState(): boolean {
    return this.#run.mayBeStale(this.#listing?.startedAt ?? this.#run.clock.now(), this.#run.startedAt);
  }

  /**
   * Waits until a list cannot show alerts that were renamed or deleted before this run started; concurrent callers share the wait.
   * @param name of the alert that the caller looks for
   */
  async waitUntilListIsFresh(name: string): Promise<void> {
    const until = this.#run.startedAt + this.#run.propagationWindowMs;
    const remainingMs = until - this.#run.clock.now();
    if (remainingMs > 0) {
      this.#run.report({ type: "looking-for-alert", reason: "stale-list", name, until });
      await this.#run.sleep(remainingMs);
    }
    if (this.mayShowEarlierState) this.invalidate();
  }

  /** Hides an alert that an earlier run deleted. @param deletedAt Unix milliseconds */
  hideDeleted(id: number, deletedAt: number): void {
    if (!this.#journal.recordEarlierDeletion(id, deletedAt)) return;
    const listing = this.#listing;
    if (listing !== undefined && this.#run.mayBeStale(listing.startedAt, deletedAt))
      listing.table?.remove(id);
  }

  /**
   * Records a name that an earlier run gave to an alert. A list that may be older does not show that it has another name.
   * @param writtenAt Unix milliseconds
   */
  recordEarlierName(id: number, name: string, writtenAt: number): void {
    this.#otherNames.set(id, { name, at: writtenAt, isOfThisRun: false });
  }

  /** Records a name that another process of this run gave to an alert. @param writtenAt Unix milliseconds */
  recordPeerName(id: number, name: string, writtenAt: number): void {
    this.#otherNames.set(id, { name, at: writtenAt, isOfThisRun: true });
  }

  /** Waits until the list shows the new names of alerts that an earlier run renamed from `name`. */
  async waitUntilRenamesAreListed(name: string): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const table = await this.#table();
      const wasRenamedEarlier = ({ id }: ListedAlert) =>
        this.#otherNames.get(id)?.isOfThisRun === false && this.#wasRenamed(id, name, table.listedAt);
      if (!table.named(name).some(wasRenamedEarlier)) return;
      if (isFirst) this.#run.report({ type: "waiting-for-rename", name });
      await this.#run.sleep(pollIntervalMs);
      this.invalidate();
    }
  }

  /**
   * Confirms that an alert missing from the list is absent. The list carries no count that proves it complete, so the
   * alert's configuration must be absent too.
   * @throws ProblemError if the configuration can still be read
   */
  async confirmAbsent(id: number, name: string): Promise<void> {
    if (this.#journal.isDeleted(id)) return;
    if (!(await this.#client.hasAlertConfig(id, this.#run.signal))) return;
    throw ProblemError.of(
      `The list of alerts does not contain the alert (id ${id}), but its configuration can be read.`,
      {
        where: { subject: name },
        remedy: "Run again in a minute. The list may be stale or truncated. Nothing was written.",
      },
    );
  }

  #startListing(signal: AbortSignal | undefined): Listing {
    const listing: Listing = {
      startedAt: this.#run.clock.now(),
      alerts: this.#client.listAlerts(signal),
      configs: new ConfigCache(({ id, kind }) => this.#client.readAlertConfig(id, kind, this.#run.signal)),
      used: new Set(),
    };
    // A failed list is not cached: the next caller retries.
    listing.alerts.catch(() => {
      if (this.#listing === listing) this.#listing = undefined;
    });
    return listing;
  }

  #table(): Promise<AlertTable> {
    return this.#tableOf(this.#currentListing());
  }

  /** The last list, unless it is old. Prefetched configurations are not dropped with an old list. */
  #currentListing(): Listing {
    const listing = this.#listing;
    if (listing !== undefined && (!this.#run.isListOld(listing.startedAt) || listing.configs.hasUnused))
      return listing;
    return (this.#listing = this.#startListing(this.#run.signal));
  }

  async #tableOf(listing: Listing): Promise<AlertTable> {
    const alerts = await listing.alerts;
    const overlay = () => this.#withUnsettledWrites(alerts, listing.startedAt);
    // A list that was invalidated during its fetch is not cached: later writes would not update its table.
    if (listing !== this.#listing) return overlay();
    return (listing.table ??= overlay());
  }

  /** Whether another process gave the alert another name, which a list started at `listedAt` may not show. */
  #wasRenamed(id: number, name: string, listedAt: number): boolean {
    const other = this.#otherNames.get(id);
    if (other === undefined || isSameText(other.name, name) || this.#journal.writtenAt(id) !== undefined)
      return false;
    return this.#run.mayBeStale(listedAt, other.at);
  }

  #withUnsettledWrites(alerts: readonly ListedAlert[], listedAt: number): AlertTable {
    const table = new AlertTable(alerts, listedAt);
    for (const { id, alert } of this.#journal.unsettledAt(listedAt)) {
      if (alert === undefined) table.remove(id);
      else table.put(alert);
    }
    return table;
  }
}
