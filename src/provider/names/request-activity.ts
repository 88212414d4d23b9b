/**
 * The requests that the client has in flight. Terraform plans and applies each resource separately, in random order and about ten at a
 * time, and does not announce its last request. So a request that waits for another resource stops waiting if no other request is
 * running and no new one arrives for a second. It also stops if so many requests wait that no other can arrive. Then requests that others
 * wait for stop first, because they can free their names.
 */
import { type RunControl } from "../../engine";

const pollIntervalMs = 50;
/** Polls without a new request after which none is expected. A busy machine needs up to a second. */
const maxIdlePolls = 20;
/** Terraform's default parallelism. */
const maxConcurrentRequests = 10;

export interface WaitCondition {
  readonly isMet: () => boolean;
  /** Whether another request waits for the waiting one. If so, the waiting one must not give up first. */
  readonly isAwaited?: () => boolean;
}

/** `idle`: no other request arrives. `saturated`: so many requests wait that no other can arrive. */
export type WaitOutcome = "met" | "idle" | "saturated";

export class RequestActivity {
  /** Since the start of the process. */
  #started = 0;
  #active = 0;
  readonly #waiting = new Set<WaitCondition>();

  constructor(private readonly run: RunControl) {}

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

  /** Waits until the condition is met, or until no request can be expected to meet it. @throws ProblemError if interrupted */
  async waitUntil(condition: WaitCondition): Promise<WaitOutcome> {
    const { isMet, isAwaited = () => false } = condition;
    this.#waiting.add(condition);
    try {
      let idlePolls = 0;
      while (!isMet()) {
        const started = this.#started;
        // Before any decision, because the end of another wait is seen only after it.
        await this.run.sleep(pollIntervalMs);
        if (isMet()) break;
        const areAllWaiting = this.#active <= this.#waiting.size;
        const isSaturated = areAllWaiting && this.#waiting.size >= maxConcurrentRequests;
        if (isSaturated && (isAwaited() || !this.#isAnyAwaited())) return "saturated";
        const isIdle = areAllWaiting && !isAwaited() && this.#started === started;
        idlePolls = isIdle ? idlePolls + 1 : 0;
        if (idlePolls >= maxIdlePolls) return "idle";
      }
      return "met";
    } finally {
      this.#waiting.delete(condition);
    }
  }

  #isAnyAwaited(): boolean {
    return [...this.#waiting].some(({ isAwaited }) => isAwaited?.() === true);
  }
}
