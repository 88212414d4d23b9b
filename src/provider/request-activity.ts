/**
 * The requests that Terraform has in flight. Terraform applies each resource separately, in random order and about ten at a
 * time, and never says that it has no more requests. So a request that waits for another resource stops waiting when no other
 * request is being worked on and no new one arrives for a while, or when all concurrent requests are waiting. In the second case
 * the requests that others wait for stop first, because they can make way for them.
 */
import { type PeerCondition, type PeerOutcome } from "../engine";

const pollIntervalMs = 50;
/** Polls without a new request after which none is expected. A busy machine needs up to a second. */
const maxIdlePolls = 20;

export class RequestActivity {
  #started = 0;
  #active = 0;
  readonly #waiting = new Set<PeerCondition>();

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

  async waitUntil(condition: PeerCondition): Promise<PeerOutcome> {
    const { isMet, isAwaited, whenMet } = condition;
    this.#waiting.add(condition);
    try {
      for (let idlePolls = 0; !isMet(); idlePolls++) {
        const areAllWaiting = this.#active <= this.#waiting.size;
        const isSaturated = areAllWaiting && this.#waiting.size >= this.parallelism;
        if (isSaturated && (isAwaited() || !this.#isAnyAwaited())) return "saturated";
        const isIdle = areAllWaiting && !isAwaited();
        if (isIdle && idlePolls >= maxIdlePolls) return "idle";
        const startedBefore = this.#started;
        const poll = this.sleep(pollIntervalMs);
        await (whenMet === undefined ? poll : Promise.race([poll, whenMet]));
        if (this.#started !== startedBefore || !isIdle) idlePolls = -1;
      }
      return "met";
    } finally {
      this.#waiting.delete(condition);
    }
  }

  #isAnyAwaited(): boolean {
    return [...this.#waiting].some(({ isAwaited }) => isAwaited());
  }
}
