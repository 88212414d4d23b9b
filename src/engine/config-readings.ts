/**
 * The configurations that belong to one reading of the list: each is read once, however many ask. Terraform asks for ten at a
 * time, in an order of its own, so a session that is read ahead guesses who will be asked for next: never more than have been asked
 * for so far, and few while most alerts may be others'.
 */
import { type Alert, type LiveAlertConfig } from "../service";

export type ReadConfig = (alert: Alert) => Promise<LiveAlertConfig | undefined>;

/** Terraform's own ten at a time do for so many; a guess would be one call too many. */
const usualParallelism = 10;
/** Guesses that nobody has asked for yet, among many alerts of others. */
const mostUnused = 64;

export class ConfigReadings {
  readonly #readings = new Map<number, Promise<LiveAlertConfig | undefined>>();
  readonly #unused = new Set<number>();
  /** Nobody is likely to ask for these again. */
  readonly #written = new Set<number>();
  #next = 0;

  /** @param ahead the alerts to guess from; undefined: no guesses */
  constructor(
    private readonly read: ReadConfig,
    private readonly ahead?: readonly Alert[],
  ) {}

  of(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const known = this.#readings.get(alert.id);
    const reading = known ?? this.#begin(alert);
    this.#unused.delete(alert.id);
    this.#guess();
    return reading;
  }

  /** It was written since: whoever asks next reads it anew. */
  forget(id: number): void {
    this.#readings.delete(id);
    this.#written.add(id);
  }

  #begin(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const reading = this.read(alert);
    this.#readings.set(alert.id, reading);
    // A failure is not kept: whoever asks next tries again. Nobody may be waiting for a guess.
    reading.catch(() => this.#readings.delete(alert.id));
    return reading;
  }

  #guess(): void {
    const asked = this.#readings.size - this.#unused.size;
    if (this.ahead === undefined || asked <= usualParallelism) return;
    // Most of the others may be somebody else's, until a third of all was asked for.
    const limit = asked * 3 >= this.ahead.length ? asked : Math.min(asked, mostUnused);
    while (this.#unused.size < limit && this.#next < this.ahead.length) {
      const alert = this.ahead[this.#next++];
      if (alert === undefined || this.#readings.has(alert.id) || this.#written.has(alert.id)) continue;
      this.#unused.add(alert.id);
      void this.#begin(alert);
    }
  }
}
