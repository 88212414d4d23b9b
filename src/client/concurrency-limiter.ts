/**
 * Limits the number of concurrent calls and queues the rest in order of arrival. The limit adapts to the service: a 429 or 503
 * halves it, and a full round of successes raises it by one. While the service asks clients to wait, no queued call starts,
 * because each would be refused and use up its retries.
 */

/** How an attempt ended, for the calls after it. */
interface AttemptEnd {
  /** `overloaded`: the service refused it because it gets too many calls. */
  readonly result: "succeeded" | "failed" | "overloaded";
  readonly pause?: Promise<unknown> | undefined;
  /** Whether all calls wait until the pause ends. */
  readonly pausesAllCalls?: boolean;
}

interface QueuedCall {
  readonly failures: number;
  readonly start: () => void;
}

export class ConcurrencyLimiter {
  #limit: number;
  #running = 0;
  /** Successes since the limit last changed. */
  #successes = 0;
  /** Counts reductions of the limit. */
  #generation = 0;
  /** Calls with more failures come first, so that new calls cannot starve their retries. */
  readonly #queue: QueuedCall[] = [];
  #activePauses = 0;

  constructor(private readonly maxLimit: number) {
    this.#limit = maxLimit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Runs one attempt as soon as the limit allows it. @param failures number of earlier failed attempts */
  async run<End extends AttemptEnd>(attempt: () => Promise<End>, failures = 0): Promise<End> {
    if (this.#canStart) this.#running++;
    else await this.#waitForTurn(failures);
    const generation = this.#generation;
    try {
      const end = await attempt();
      if (end.result === "succeeded") this.#recordSuccess();
      if (end.result === "overloaded") this.#reduceLimit(generation);
      if (end.pausesAllCalls === true) this.#pauseUntil(end.pause);
      return end;
    } finally {
      this.#running--;
      this.#startQueued();
    }
  }

  #waitForTurn(failures: number): Promise<void> {
    return new Promise((start) => {
      const position = failures === 0 ? -1 : this.#queue.findIndex((queued) => queued.failures < failures);
      this.#queue.splice(position === -1 ? this.#queue.length : position, 0, { failures, start });
    });
  }

  #pauseUntil(pause: Promise<unknown> | undefined): void {
    if (pause === undefined) return;
    this.#activePauses++;
    const end = () => {
      this.#activePauses--;
      this.#startQueued();
    };
    pause.then(end, end);
  }

  get #canStart(): boolean {
    return this.#activePauses === 0 && this.#running < this.#limit;
  }

  #recordSuccess(): void {
    if (this.#limit === this.maxLimit || ++this.#successes < this.#limit) return;
    this.#limit++;
    this.#successes = 0;
  }

  /** Calls that started under the same limit report the same overload, so only the first one reduces it. */
  #reduceLimit(generation: number): void {
    this.#successes = 0;
    if (generation !== this.#generation) return;
    this.#generation++;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  #startQueued(): void {
    while (this.#canStart) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#running++;
      next.start();
    }
  }
}
