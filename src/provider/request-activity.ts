/**
 * The requests that Terraform has in flight. Terraform applies each resource separately, in random order and about ten at a
 * time, and never says that it has no more requests. So a request that waits for another resource stops waiting when no other
 * request is being worked on and no new one arrives for a while, or when all concurrent requests are waiting. In the second case
 * the requests that others wait for stop first, because they can make way for them. The requests of the other provider processes of
 * the run count too.
 */
import { type PeerCondition, type PeerOutcome } from "../engine";

const pollIntervalMs = 50;
/** Polls without a new request after which none is expected. A busy machine needs up to a second. */
const maxIdlePolls = 20;

/** Numbers of requests. */
export interface ActivityCounts {
  /** Since the start of the process. */
  readonly started: number;
  readonly active: number;
  /** Active requests that wait for others. */
  readonly waiting: number;
  /** Waiting requests that others wait for. */
  readonly awaited: number;
}

export const noActivity: ActivityCounts = { started: 0, active: 0, waiting: 0, awaited: 0 };

export function sumOf(a: ActivityCounts, b: ActivityCounts): ActivityCounts {
  return {
    started: a.started + b.started,
    active: a.active + b.active,
    waiting: a.waiting + b.waiting,
    awaited: a.awaited + b.awaited,
  };
}

/** The activity of the other provider processes of the run. */
export interface PeerActivity {
  readonly counts: () => ActivityCounts;
  /** Shows the other processes the counts of this one. */
  readonly publish: (counts: ActivityCounts) => void;
}

export class RequestActivity {
  #started = 0;
  #active = 0;
  readonly #waiting = new Set<PeerCondition>();

  /** @param parallelism how many requests Terraform makes concurrently */
  constructor(
    private readonly sleep: (milliseconds: number) => Promise<void>,
    readonly parallelism: number,
    private readonly peers?: PeerActivity,
  ) {}

  /** Runs the work of one request. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#started++;
    this.#active++;
    this.#publish();
    try {
      return await work();
    } finally {
      this.#active--;
      this.#publish();
    }
  }

  async waitUntil(condition: PeerCondition): Promise<PeerOutcome> {
    const { isMet, isAwaited, whenMet } = condition;
    this.#waiting.add(condition);
    try {
      for (let idlePolls = 0; !isMet(); idlePolls++) {
        const { started, active, waiting, awaited } = this.#counts();
        const areAllWaiting = active <= waiting;
        const isSaturated = areAllWaiting && waiting >= this.parallelism;
        if (isSaturated && (isAwaited() || awaited === 0)) return "saturated";
        const isIdle = areAllWaiting && !isAwaited();
        if (isIdle && idlePolls >= maxIdlePolls) return "idle";
        const poll = this.sleep(pollIntervalMs);
        await (whenMet === undefined ? poll : Promise.race([poll, whenMet]));
        if (!isIdle || this.#counts().started !== started) idlePolls = -1;
      }
      return "met";
    } finally {
      this.#waiting.delete(condition);
      this.#publish();
    }
  }

  /** The counts of all processes of the run. */
  #counts(): ActivityCounts {
    return sumOf(this.#publish(), this.peers?.counts() ?? noActivity);
  }

  #publish(): ActivityCounts {
    const counts = {
      started: this.#started,
      active: this.#active,
      waiting: this.#waiting.size,
      awaited: [...this.#waiting].filter(({ isAwaited }) => isAwaited()).length,
    };
    this.peers?.publish(counts);
    return counts;
  }
}
