/**
 * The configurations that belong to one reading of the list: each is read once, however many ask. Terraform asks for ten at a
 * time, so a session that is read ahead guesses who will be asked for next: never more than have been asked for so far, and no
 * more once guesses go unused.
 */
import { type Alert, type LiveAlertConfig } from "../service";

export type ReadConfig = (alert: Alert) => Promise<LiveAlertConfig | undefined>;

/** Terraform's own ten at a time do for so many; a guess would be one call too many. */
const usualParallelism = 10;
/** Guesses that nobody has asked for yet. */
const mostUnused = 64;

export class ConfigReadings {
  readonly #readings = new Map<number, Promise<LiveAlertConfig | undefined>>();
  readonly #unused = new Set<number>();
  /** Nobody is likely to ask for these again. */
  readonly #written = new Set<number>();
  #asked = 0;
  #next = 0;

  /** @param ahead the alerts to guess from, in the order in which they are likely to be asked for; undefined: no guesses */
  constructor(
    private readonly read: ReadConfig,
    private readonly ahead?: readonly Alert[],
  ) {}

  of(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const known = this.#readings.get(alert.id);
    const reading = known ?? this.#begin(alert);
    this.#asked++;
    this.#unused.delete(alert.id);
    this.#guess(alert);
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

  #guess(after: Alert): void {
    if (this.ahead === undefined || this.#asked <= usualParallelism) return;
    const limit = Math.min(this.#asked, mostUnused);
    // Those before the one asked for are likely to have been asked for, or never to be.
    if (this.#next === 0) this.#next = this.ahead.findIndex(({ id }) => id === after.id) + 1;
    while (this.#unused.size < limit && this.#next < this.ahead.length) {
      const alert = this.ahead[this.#next++];
      if (alert === undefined || this.#readings.has(alert.id) || this.#written.has(alert.id)) continue;
      this.#unused.add(alert.id);
      void this.#begin(alert);
    }
  }
}
