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
  /** Those that failed are none of them: a service that refuses everything is not asked more than it has to be. */
  readonly #asked = new Set<number>();
  readonly #unused = new Set<number>();
  /** Likely to be asked for, in the order in which that became known. */
  readonly #likely = new Map<number, Alert>();
  /** Not read ahead any more: read or written already, or a failure, which is tried again only for who asks. */
  readonly #done = new Set<number>();

  constructor(private readonly read: ReadConfig) {}

  /** @param likely others that are likely to be asked for too */
  of(alert: Alert, likely: readonly Alert[]): Promise<LiveAlertConfig | undefined> {
    const known = this.#readings.get(alert.id);
    const reading = known ?? this.#begin(alert);
    this.#asked.add(alert.id);
    this.#unused.delete(alert.id);
    for (const other of likely) if (!this.#done.has(other.id)) this.#likely.set(other.id, other);
    this.#readAhead();
    return reading;
  }

  /** It was written since: whoever asks next reads it anew. */
  forget(id: number): void {
    this.#readings.delete(id);
    this.#likely.delete(id);
    this.#done.add(id);
  }

  #begin(alert: Alert): Promise<LiveAlertConfig | undefined> {
    const { id } = alert;
    const reading = this.read(alert);
    this.#readings.set(id, reading);
    this.#likely.delete(id);
    this.#done.add(id);
    // A failure is not kept: whoever asks next tries again. Nobody may be waiting for one that was read ahead.
    reading.catch(() => {
      if (this.#readings.get(id) === reading) this.#readings.delete(id);
      this.#asked.delete(id);
      this.#unused.delete(id);
    });
    return reading;
  }

  #readAhead(): void {
    if (this.#asked.size <= usualParallelism) return;
    for (const [id, alert] of this.#likely) {
      if (this.#unused.size >= this.#asked.size * mostUnused) return;
      this.#unused.add(id);
      void this.#begin(alert);
    }
  }
}
