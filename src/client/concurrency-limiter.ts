/**
 * Limits the number of concurrent calls, queues the rest in order of arrival, and repeats failed attempts. The limit adapts to the
 * service: a 429 or 503 halves it, and a full round of successes raises it by one. While the service asks clients to wait, no queued
 * call starts, because each would be refused and use up its retries.
 */
import { type Clock } from "./retry";

interface FailedAttempt {
  readonly error: Error;
  /** Milliseconds until the next attempt. Undefined if the call is not retried. */
  readonly retryInMs: number | undefined;
  /** Whether the service refused the call because it gets too many calls. */
  readonly isOverload?: boolean;
  /** Whether all calls wait until the next attempt. */
  readonly pausesAllCalls?: boolean;
}

export type AttemptEnd<Response> = FailedAttempt | { readonly response: Response };

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

  constructor(
    private readonly maxLimit: number,
    private readonly clock: Clock,
  ) {
    this.#limit = maxLimit;
  }

  get limit(): number {
    return this.#limit;
  }

  /**
   * Repeats the attempt until it succeeds or is not retried. Each attempt starts as soon as the limit allows it.
   *
   * @param attempt receives its number, from 1
   * @param signal ends the wait for a retry
   * @throws the error of the last attempt
   */
  async run<Response>(
    attempt: (number: number) => Promise<AttemptEnd<Response>>,
    signal?: AbortSignal,
  ): Promise<Response> {
    for (let failures = 0; ; failures++) {
      if (this.#canStart) this.#running++;
      else await this.#waitForTurn(failures);
      const generation = this.#generation;
      let pause: Promise<void> | undefined;
      try {
        const end = await attempt(failures + 1);
        if ("response" in end) {
          this.#recordSuccess();
          return end.response;
        }
        if (end.isOverload === true) this.#reduceLimit(generation);
        if (end.retryInMs === undefined) throw end.error;
        const sleep = this.clock.sleep(end.retryInMs, signal);
        // The retry of a call that pauses all waits in the queue, which it leaves before new calls.
        if (end.pausesAllCalls === true) this.#pauseAllUntil(sleep);
        else pause = sleep;
      } finally {
        this.#running--;
        this.#startQueued();
      }
      await pause;
    }
  }

  #waitForTurn(failures: number): Promise<void> {
    return new Promise((start) => {
      const position = failures === 0 ? -1 : this.#queue.findIndex((queued) => queued.failures < failures);
      this.#queue.splice(position === -1 ? this.#queue.length : position, 0, { failures, start });
    });
  }

  #pauseAllUntil(pause: Promise<void>): void {
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
