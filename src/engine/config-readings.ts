/**
 * The configurations that belong to one reading of the list: each is read once, however many ask. Terraform asks for ten at a
 * time; what is likely to be asked for next is read before it is.
 */
import { type Alert, type LiveAlertConfig } from "../service";

export type ReadConfig = (alert: Alert) => Promise<LiveAlertConfig | undefined>;

/** Terraform's own ten at a time do for so many: nothing is read ahead. */
const usualParallelism = 10;
/** Readings that nobody has asked for yet, for each that was: a run that needs a part of a stack reads few of the others. */
const mostUnused = 10;

export class ConfigReadings {
  readonly #readings = new Map<number, Promise<LiveAlertConfig | undefined>>();
  readonly #unused = new Set<number>();
  /** Likely to be asked for, in the order in which that became known. */
  readonly #likely = new Map<number, Alert>();
  /** Not read again before somebody asks: they were written since, or could not be read. */
  readonly #forgotten = new Set<number>();

  constructor(private readonly read: ReadConfig) {}

  /** @param likely others that are likely to be asked for too */
  of(alert: Alert, likely: readonly Alert[]): Promise<LiveAlertConfig | undefined> {
    const known = this.#readings.get(alert.id);
    const reading = known ?? this.#begin(alert);
    this.#unused.delete(alert.id);
    for (const other of likely) {
      if (!this.#readings.has(other.id) && !this.#forgotten.has(other.id)) this.#likely.set(other.id, other);
    }
    this.#readAhead();
    return reading;
  }

  /** It was written since, or could not be read: whoever asks next reads it anew. */
  forget(id: number): void {
    this.#readings.delete(id);
    this.#unused.delete(id);
    this.#likely.delete(id);
    this.#forgotten.add(id);
  }

  #begin(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const reading = this.read(alert);
    this.#readings.set(alert.id, reading);
    this.#likely.delete(alert.id);
    // A failure is not kept. Nobody may be waiting for one that was read ahead.
    reading.catch(() => {
      if (this.#readings.get(alert.id) === reading) this.forget(alert.id);
    });
    return reading;
  }

  #readAhead(): void {
    const asked = this.#readings.size - this.#unused.size;
    if (asked <= usualParallelism) return;
    for (const [id, alert] of this.#likely) {
      if (this.#unused.size >= asked * mostUnused) return;
      this.#unused.add(id);
      void this.#begin(alert);
    }
  }
}
