/**
 * The requests that Terraform has in flight. Terraform applies each resource separately, in random order and about ten at a
 * time, and never says that it has no more requests. So a request that waits for another resource stops waiting when no other
 * request is being worked on and no new one arrives for a while, or when all concurrent requests are waiting.
 */
import { type PeerCondition } from "../engine";

const pollIntervalMs = 50;
/** Polls without a new request after which none is expected. A busy machine needs up to a second. */
const maxIdlePolls = 20;

/** `idle`: no new request arrives. `saturated`: all requests that Terraform makes concurrently are waiting. */
export type WaitOutcome = "met" | "idle" | "saturated";

export class RequestActivity {
  #started = 0;
  #active = 0;
  #waiting = 0;

  /** @param parallelism how many requests Terraform makes concurrently */
  constructor(
    private readonly sleep: (milliseconds: number) => Promise<void>,
    readonly parallelism: number,
  ) {}

  /** Runs the work of one request. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#started++;
    this.#active++;
    try {
      return await work();
    } finally {
      this.#active--;
    }
  }

  async waitUntil({ isMet, isAwaited, whenMet }: PeerCondition): Promise<WaitOutcome> {
    this.#waiting++;
    try {
      for (let idlePolls = 0; !isMet(); idlePolls++) {
        const isSaturated = this.#waiting >= this.parallelism;
        const isIdle = this.#active <= this.#waiting && !isAwaited();
        if (isIdle && isSaturated) return "saturated";
        if (isIdle && idlePolls >= maxIdlePolls) return "idle";
        const startedBefore = this.#started;
        const poll = this.sleep(pollIntervalMs);
        await (whenMet === undefined ? poll : Promise.race([poll, whenMet]));
        if (this.#started !== startedBefore || !isIdle) idlePolls = -1;
      }
      return "met";
    } finally {
      this.#waiting--;
    }
  }
}
