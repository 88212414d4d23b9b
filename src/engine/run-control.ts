/** Time, interruption and progress of one run, passed to everything that waits or reports. */
import { type Clock, systemClock } from "../client";
import { type Problem, ProblemError } from "../diagnostics";
import { type ChangeAction } from "../reconcile";

/** `name-taken`: the service refuses the name, but lists no alert with it. `name-held`: the list shows another alert with the name. */
export type LookupReason = "response-lost" | "name-taken" | "name-held";

interface ChangeProgress {
  readonly name: string;
  readonly action: ChangeAction;
  /** Changes that ended, out of `total`. */
  readonly finished: number;
  readonly total: number;
}

/** `until` is in Unix milliseconds. */
export type ProgressEvent =
  | { readonly type: "reading-configurations"; readonly read: number; readonly total: number }
  // `read` and `total` are in seconds of the period.
  | {
      readonly type: "reading-events";
      readonly read: number;
      readonly total: number;
      readonly events: number;
    }
  | (ChangeProgress & { readonly type: "change-started" })
  | (ChangeProgress & { readonly type: "change-finished"; readonly problems: readonly Problem[] })
  // All changes are written, and the run waits for them to take effect.
  | { readonly type: "waiting-for-propagation"; readonly until: number }
  // Alerts differ from their definitions. The reads may be stale, so they are repeated.
  | { readonly type: "waiting-to-refetch"; readonly differing: number; readonly until: number }
  // A watch compares again after its interval.
  | { readonly type: "waiting-to-compare"; readonly until: number }
  // Reported at most once, and once per alert.
  | { readonly type: "clocks-differ" | "temporary-alert-ignored"; readonly problem: Problem }
  // The list is polled until it shows whether the alert exists.
  | {
      readonly type: "looking-for-alert";
      readonly reason: LookupReason;
      readonly name: string;
      readonly until: number;
    };

export type ProgressListener = (event: ProgressEvent) => void;

/** One minute: how long a change may take to take effect (PROP-1). */
const defaultPropagationWindowMs = 60_000;

export interface RunOptions {
  readonly clock?: Clock;
  readonly propagationWindowMs?: number | undefined;
  readonly onProgress?: ProgressListener;
  /** Once aborted, no read and no creation starts, and reads in flight are canceled. */
  readonly signal?: AbortSignal;
}

export class RunControl {
  readonly clock: Clock;
  readonly propagationWindowMs: number;
  readonly signal: AbortSignal | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly #onProgress: ProgressListener;

  constructor(options: RunOptions = {}) {
    this.clock = options.clock ?? systemClock;
    this.propagationWindowMs = options.propagationWindowMs ?? defaultPropagationWindowMs;
    this.signal = options.signal;
    this.startedAt = this.clock.now();
    this.#onProgress = options.onProgress ?? (() => undefined);
  }

  get isInterrupted(): boolean {
    return this.signal?.aborted === true;
  }

  /** Call before a change writes. @throws ProblemError if the run was interrupted */
  throwIfInterrupted(): void {
    if (!this.isInterrupted) return;
    throw ProblemError.of("interrupted", "The run was interrupted before this change started.", {
      remedy: "Run again.",
    });
  }

  /** @throws ProblemError as soon as the run is interrupted */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.isInterrupted) {
      const wait = this.clock.sleep(milliseconds, this.signal);
      await wait.catch((error: unknown) => {
        if (!this.isInterrupted) throw error;
      });
    }
    if (this.isInterrupted)
      throw ProblemError.of("interrupted", "The run was interrupted while waiting.", {
        remedy: "Run again.",
      });
  }

  /** Whether a read started at `readAt` may still miss a write made at `writtenAt` (Unix milliseconds). */
  mayBeStale(readAt: number, writtenAt: number): boolean {
    return readAt < writtenAt + this.propagationWindowMs;
  }

  report(event: ProgressEvent): void {
    this.#onProgress(event);
  }
}
