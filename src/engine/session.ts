/**
 * A session with one environment: its list of alerts, read once and shared by all who ask, with this session's own
 * writes laid over it. For one propagation window a read may still show what a write has replaced, so within it our
 * own writes are known better than the list.
 */
import { type Clock, type ServiceClient, systemClock } from "../client";
import { ProblemError } from "../diagnostics";
import { type LiveAlert, twoLive } from "../reconcile";
import { type Alert, type AlertConfig, type LiveAlertConfig } from "../service";
import { AlertTable } from "./alert-table";
import { Claims } from "./claims";
import { EnvironmentCatalogue } from "./environment-catalogue";
import { OwnEvents } from "./own-events";
import { type ProgressListener } from "./progress";

/** One minute: how long a change may take to take effect (PROP-1). */
export const defaultPropagationWindow = 60_000;

export interface SessionOptions {
  readonly clock?: Clock;
  /** Milliseconds. */
  readonly propagationWindow?: number;
  readonly onProgress?: ProgressListener;
}

/** What this session wrote last of one alert. */
interface OwnWrite {
  readonly at: number;
  /** Undefined once deleted. */
  readonly alert: Alert | undefined;
  readonly config: LiveAlertConfig | undefined;
}

interface ListReading {
  readonly begunAt: number;
  readonly alerts: Promise<readonly Alert[]>;
  /** What was listed with own writes over it, once somebody has asked for it. */
  table?: AlertTable;
}

export class EnvironmentSession {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly propagationWindow: number;
  readonly catalogue: EnvironmentCatalogue;
  readonly claims = new Claims();
  readonly ownEvents = new OwnEvents();
  readonly #onProgress: ProgressListener;
  readonly #ownWrites = new Map<number, OwnWrite>();
  #lastWrite: number | undefined;
  #reading: ListReading | undefined;

  constructor(
    readonly client: ServiceClient,
    options: SessionOptions = {},
  ) {
    this.clock = options.clock ?? systemClock;
    this.propagationWindow = options.propagationWindow ?? defaultPropagationWindow;
    this.catalogue = new EnvironmentCatalogue(client);
    this.#onProgress = options.onProgress ?? (() => undefined);
  }

  report: ProgressListener = (event) => {
    this.#onProgress(event);
  };

  /** Every alert of the environment: one call for the whole session, then what this session wrote laid over it. */
  async alerts(): Promise<readonly Alert[]> {
    return (await this.#table()).all();
  }

  /** When all that this session wrote has taken effect, in Unix milliseconds; undefined where it wrote nothing. */
  get settledAt(): number | undefined {
    return this.#lastWrite === undefined ? undefined : this.#lastWrite + this.propagationWindow;
  }

  /** The next `alerts()` asks the service again. */
  forgetList(): void {
    this.#reading = undefined;
  }

  async findById(id: number): Promise<Alert | undefined> {
    return (await this.#table()).get(id);
  }

  /** @throws ProblemError where the service holds several alerts of the name. */
  async findByName(name: string): Promise<Alert | undefined> {
    const namesakes = (await this.#table()).named(name);
    if (namesakes.length > 1) throw new ProblemError([twoLive(name, namesakes)]);
    return namesakes[0];
  }

  /** The alert with its configuration. Within a window of our own write of it, what we wrote. */
  async withConfig(alert: Alert): Promise<LiveAlert> {
    const own = this.#ownWrites.get(alert.id);
    const isFresh = own !== undefined && this.clock.now() < own.at + this.propagationWindow;
    if (isFresh && own.config !== undefined) return { alert, config: own.config };
    return { alert, config: await this.client.readAlertConfig(alert.id, alert.kind) };
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
    if (write.alert === undefined) this.#reading?.table?.remove(id);
    else this.#reading?.table?.put(write.alert);
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
    if (!(await this.client.hasAlertConfig(id))) return;
    throw ProblemError.of(
      `The list of alerts does not hold the alert (id ${id}), but its configuration can be read.`,
      {
        where: { subject: name },
        remedy: "The list may be stale or cut short. Run again in a minute; nothing was written.",
      },
    );
  }

  #beginReading(): ListReading {
    const reading: ListReading = { begunAt: this.clock.now(), alerts: this.client.listAlerts() };
    // A failed list is not kept: the next one who asks tries again.
    reading.alerts.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading;
  }

  async #table(): Promise<AlertTable> {
    const reading = (this.#reading ??= this.#beginReading());
    const listed = await reading.alerts;
    // Own writes are laid over the current reading alone.
    if (reading !== this.#reading) return this.#withOwnWrites(listed, reading.begunAt);
    reading.table ??= this.#withOwnWrites(listed, reading.begunAt);
    return reading.table;
  }

  #withOwnWrites(listed: readonly Alert[], begunAt: number): AlertTable {
    const table = new AlertTable(listed);
    for (const [id, { at, alert }] of this.#ownWrites) {
      if (begunAt >= at + this.propagationWindow) continue;
      if (alert === undefined) table.remove(id);
      else table.put(alert);
    }
    return table;
  }
}
