/**
 * The last write of each alert by this run. For one propagation window a read may still show the replaced value. Within this
 * window the journal is more accurate than the service.
 */
import { type Alert, type AlertConfig, type LiveAlertConfig } from "../../service";
import { type RunControl } from "../run-control";

interface JournalEntry {
  readonly id: number;
  /** Unix milliseconds. */
  readonly writtenAt: number;
  /** Undefined after a deletion. */
  readonly alert: Alert | undefined;
  /** Undefined if this run did not write the configuration. */
  readonly config: LiveAlertConfig | undefined;
}

export class WriteJournal {
  readonly #entries = new Map<number, JournalEntry>();
  readonly #listeners: ((entry: JournalEntry) => void)[] = [];
  #lastWriteAt: number | undefined;

  constructor(private readonly run: RunControl) {}

  onWrite(listener: (entry: JournalEntry) => void): void {
    this.#listeners.push(listener);
  }

  recordAlert(alert: Alert): void {
    this.#record(alert.id, alert, this.#entries.get(alert.id)?.config);
  }

  recordConfig(alert: Alert, config: AlertConfig, unknownFields: Readonly<Record<string, unknown>>): void {
    this.#record(alert.id, alert, { ...config, unknownFields });
  }

  recordDeletion(id: number): void {
    this.#record(id, undefined, undefined);
  }

  /** When the alert was last written, in Unix milliseconds. */
  writtenAt(id: number): number | undefined {
    return this.#entries.get(id)?.writtenAt;
  }

  writtenAlert(id: number): Alert | undefined {
    return this.#entries.get(id)?.alert;
  }

  isDeleted(id: number): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.alert === undefined;
  }

  /** The configuration that this run wrote, while a read may not show it yet. */
  pendingConfig(id: number): LiveAlertConfig | undefined {
    const entry = this.#entries.get(id);
    const isPending = entry !== undefined && this.run.mayBeStale(this.run.clock.now(), entry.writtenAt);
    return isPending ? entry.config : undefined;
  }

  /** The writes that a read started at `readAt` may not show. */
  pendingWritesAt(readAt: number): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(({ writtenAt }) => this.run.mayBeStale(readAt, writtenAt));
  }

  /** When all writes of this run have taken effect, in Unix milliseconds. */
  get settlementTime(): number | undefined {
    return this.#lastWriteAt === undefined ? undefined : this.#lastWriteAt + this.run.propagationWindowMs;
  }

  #record(id: number, alert: Alert | undefined, config: LiveAlertConfig | undefined): void {
    this.#lastWriteAt = this.run.clock.now();
    const entry = { id, writtenAt: this.#lastWriteAt, alert, config };
    this.#entries.set(id, entry);
    for (const listener of this.#listeners) listener(entry);
  }
}
