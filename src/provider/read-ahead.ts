/**
 * Reads configurations before Terraform requests them. Terraform refreshes ten alerts at a time, in random order. So each alert stores ids of
 * others that entered the state in the same run, and a refresh also reads their configurations (docs/decisions/0007).
 */
import { type EnvironmentSession } from "../engine";
import { type LiveAlert } from "../reconcile";
import { type Alert, isSupported } from "../service";

/** Up to this number of refreshed alerts, Terraform's ten concurrent requests suffice and nothing is read ahead. */
const minRefreshed = 10;
/** Max configurations that were read ahead and not requested yet, per refreshed alert. */
const maxUnusedPerRefresh = 10;
/** Enough for the first few refreshes to name most alerts of a large stack. */
export const maxStoredIds = 32;

export class ReadAhead {
  /** Alerts that entered the state in this run, oldest first. */
  readonly #entered: number[] = [];
  /** Excludes failed reads, so that a service that refuses every call gets no further ones. */
  readonly #refreshed = new Set<number>();
  readonly #unused = new Set<number>();
  readonly #queue = new Set<number>();
  /** None is read ahead twice. */
  readonly #started = new Set<number>();

  constructor(private readonly live: EnvironmentSession["live"]) {}

  /** Records an alert that enters the state. @returns the ids that its private state stores */
  enter(id: number): readonly number[] {
    this.#entered.push(id);
    return this.#entered.slice(-maxStoredIds);
  }

  /** Adds the configuration of a refreshed alert. @param stored as `enter` returned it */
  async withConfig(alert: Alert, stored: readonly number[] = []): Promise<LiveAlert> {
    const { id } = alert;
    const read = this.live.withConfig(alert);
    this.#started.add(id);
    this.#unused.delete(id);
    this.#queue.delete(id);
    this.#refreshed.add(id);
    for (const other of stored) if (!this.#started.has(other)) this.#queue.add(other);
    if (this.#refreshed.size > minRefreshed) this.#readQueued();
    try {
      return await read;
    } catch (error) {
      this.#refreshed.delete(id);
      throw error;
    }
  }

  #readQueued(): void {
    for (const id of this.#queue) {
      if (this.#unused.size >= this.#refreshed.size * maxUnusedPerRefresh) return;
      this.#queue.delete(id);
      this.#started.add(id);
      this.#unused.add(id);
      // The refresh that needs a configuration whose read failed repeats the read, and reports the failure.
      this.#read(id).catch(() => this.#unused.delete(id));
    }
  }

  async #read(id: number): Promise<void> {
    const alert = await this.live.findById(id);
    if (alert !== undefined && isSupported(alert)) await this.live.withConfig(alert);
    else this.#unused.delete(id);
  }
}
