/**
 * A session with one environment: its list of alerts, read once and shared by all who ask, with this session's own
 * writes laid over it. For one propagation window a read may still show what a write has replaced, so within it our
 * own writes are known better than the list.
 */
import { type Clock, type ServiceClient, systemClock } from "../client";
import { ProblemError } from "../diagnostics";
import { isKnown, isUnsupported, type LiveAlert, twoLive } from "../reconcile";
import {
  type Alert,
  type AlertConfig,
  type ListedAlert,
  type LiveAlertConfig,
  type UnsupportedAlert,
} from "../service";
import { AlertTable } from "./alert-table";
import { Claims } from "./claims";
import { ConfigReadings } from "./config-readings";
import { EnvironmentCatalog } from "./environment-catalog";
import { OwnEvents } from "./own-events";
import { type ProgressListener } from "./progress";

/** One minute: how long a change may take to take effect (PROP-1). */
const defaultPropagationWindow = 60_000;

export interface SessionOptions {
  readonly clock?: Clock;
  /** Milliseconds. */
  readonly propagationWindow?: number;
  readonly onProgress?: ProgressListener;
  /** Once aborted, no reading and no creation is begun, and readings under way end. */
  readonly signal?: AbortSignal;
}

/** What this session, or a run before it, wrote last of one alert. */
interface OwnWrite {
  readonly at: number;
  /** Undefined once deleted. */
  readonly alert: Alert | undefined;
  readonly config: LiveAlertConfig | undefined;
}

interface ListReading {
  readonly begunAt: number;
  readonly alerts: Promise<readonly ListedAlert[]>;
  /** What was listed with own writes over it, once somebody has asked for it. */
  table?: AlertTable;
  /** Read since the list was. */
  configs?: ConfigReadings;
}

export class EnvironmentSession {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly propagationWindow: number;
  readonly catalog: EnvironmentCatalog;
  readonly claims = new Claims();
  readonly ownEvents = new OwnEvents();
  readonly #onProgress: ProgressListener;
  readonly #signal: AbortSignal | undefined;
  readonly #begunAt: number;
  readonly #ownWrites = new Map<number, OwnWrite>();
  #lastWrite: number | undefined;
  #reading: ListReading | undefined;

  constructor(
    readonly client: ServiceClient,
    options: SessionOptions = {},
  ) {
    this.clock = options.clock ?? systemClock;
    this.propagationWindow = options.propagationWindow ?? defaultPropagationWindow;
    this.#signal = options.signal;
    this.#begunAt = this.clock.now();
    this.catalog = new EnvironmentCatalog(client, options.signal);
    this.#onProgress = options.onProgress ?? (() => undefined);
  }

  report: ProgressListener = (event) => {
    this.#onProgress(event);
  };

  /** @throws ProblemError once the run was interrupted: what has not begun is not begun any more */
  throwIfInterrupted(): void {
    if (this.#signal?.aborted !== true) return;
    throw ProblemError.of("The run was interrupted before this was begun.", { remedy: "Run again." });
  }

  /** Waits, unless the run is interrupted. */
  async sleep(milliseconds: number): Promise<void> {
    this.throwIfInterrupted();
    try {
      await this.clock.sleep(milliseconds, this.#signal);
    } finally {
      this.throwIfInterrupted();
    }
  }

  /** Every alert of the environment: one call for the whole session, then what this session wrote laid over it. */
  async alerts(): Promise<readonly ListedAlert[]> {
    return (await this.#table()).all();
  }

  /** When all that this session wrote has taken effect, in Unix milliseconds; undefined where it wrote nothing. */
  get settledAt(): number | undefined {
    return this.#lastWrite === undefined ? undefined : this.#lastWrite + this.propagationWindow;
  }

  /** Whether the list may still show alerts that were deleted before this session began. */
  get mayListDeleted(): boolean {
    const readAt = this.#reading?.begunAt ?? this.clock.now();
    return readAt < this.#begunAt + this.propagationWindow;
  }

  /** Waits until the list cannot show any more what was deleted before this session began; one wait for all who ask. */
  async waitUntilListIsFresh(): Promise<void> {
    const remaining = this.#begunAt + this.propagationWindow - this.clock.now();
    if (remaining > 0) await this.sleep(remaining);
    if (this.mayListDeleted) this.forgetList();
  }

  /** The next `alerts()` asks the service again. */
  forgetList(): void {
    this.#reading = undefined;
  }

  async findById(id: number): Promise<ListedAlert | undefined> {
    return (await this.#table()).get(id);
  }

  /** @throws ProblemError where the service holds several alerts of the name. */
  async findByName(name: string): Promise<ListedAlert | undefined> {
    const namesakes = (await this.#table()).named(name);
    if (namesakes.length > 1) throw new ProblemError([twoLive(name, namesakes)]);
    return namesakes[0];
  }

  /** An alert of an unknown kind that holds the name. */
  async unsupportedNamed(name: string): Promise<UnsupportedAlert | undefined> {
    return (await this.#table()).named(name).find(isUnsupported);
  }

  /**
   * The alert with its configuration. Within a window of our own write of it, what we wrote.
   * @param likely ids of others that are likely to be asked for too: they may be read meanwhile
   */
  async withConfig(alert: Alert, likely: readonly number[] = []): Promise<LiveAlert> {
    const own = this.#ownWrites.get(alert.id);
    const isFresh = own !== undefined && this.clock.now() < own.at + this.propagationWindow;
    if (isFresh && own.config !== undefined) return { alert, config: own.config };
    const reading = (this.#reading ??= this.#beginReading(this.#signal));
    reading.configs ??= new ConfigReadings(({ id, kind }) =>
      this.client.readAlertConfig(id, kind, this.#signal),
    );
    const others = likely.flatMap((id) => reading.table?.get(id) ?? []).filter(isKnown);
    return { alert, config: await reading.configs.of(alert, others) };
  }

  /** When this session has written the alert last, in Unix milliseconds. */
  writtenAt(id: number): number | undefined {
    return this.#ownWrites.get(id)?.at;
  }

  recordAlert(alert: Alert): void {
    this.#record(alert.id, { alert, config: this.#ownWrites.get(alert.id)?.config });
  }

  recordConfig(alert: Alert, config: AlertConfig, unknownFields: Readonly<Record<string, unknown>>): void {
    this.#record(alert.id, { alert, config: { ...config, unknownFields } });
  }

  recordDeletion(id: number): void {
    this.#record(id, { alert: undefined, config: undefined });
  }

  #record(id: number, write: Omit<OwnWrite, "at">): void {
    this.#lastWrite = this.clock.now();
    this.#ownWrites.set(id, { at: this.#lastWrite, ...write });
    this.#reading?.configs?.forget(id);
    if (write.alert === undefined) this.#reading?.table?.remove(id);
    else this.#reading?.table?.put(write.alert);
  }

  /** An earlier run has deleted the alert: for one window a list may still show it. @param at Unix milliseconds */
  learnDeletion(id: number, at: number): void {
    if (this.#ownWrites.has(id)) return;
    this.#ownWrites.set(id, { at, alert: undefined, config: undefined });
    const reading = this.#reading;
    if (reading !== undefined && reading.begunAt < at + this.propagationWindow) reading.table?.remove(id);
  }

  /**
   * Absent is only what the list does not hold and whose configuration is absent too: the list carries no count to
   * prove itself whole.
   * @throws ProblemError where the two disagree
   */
  async confirmAbsent(id: number, name: string): Promise<void> {
    const own = this.#ownWrites.get(id);
    const isOwnDeletion = own !== undefined && own.alert === undefined;
    if (isOwnDeletion) return;
    if (!(await this.client.hasAlertConfig(id, this.#signal))) return;
    throw ProblemError.of(
      `The list of alerts does not hold the alert (id ${id}), but its configuration can be read.`,
      {
        where: { subject: name },
        remedy: "The list may be stale or cut short. Run again in a minute; nothing was written.",
      },
    );
  }

  get isInterrupted(): boolean {
    return this.#signal?.aborted === true;
  }

  /** The list anew, for a creation that is finished although the run was interrupted. */
  refetchByName(name: string): Promise<ListedAlert | undefined> {
    this.#reading = this.#beginReading(undefined);
    return this.findByName(name);
  }

  #beginReading(signal: AbortSignal | undefined): ListReading {
    const reading: ListReading = { begunAt: this.clock.now(), alerts: this.client.listAlerts(signal) };
    // A failed list is not kept: the next one who asks tries again.
    reading.alerts.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading;
  }

  async #table(): Promise<AlertTable> {
    const reading = (this.#reading ??= this.#beginReading(this.#signal));
    const listed = await reading.alerts;
    // Own writes are laid over the current reading alone.
    if (reading !== this.#reading) return this.#withOwnWrites(listed, reading.begunAt);
    reading.table ??= this.#withOwnWrites(listed, reading.begunAt);
    return reading.table;
  }

  #withOwnWrites(listed: readonly ListedAlert[], begunAt: number): AlertTable {
    const table = new AlertTable(listed);
    for (const [id, { at, alert }] of this.#ownWrites) {
      if (begunAt >= at + this.propagationWindow) continue;
      if (alert === undefined) table.remove(id);
      else table.put(alert);
    }
    return table;
  }
}
