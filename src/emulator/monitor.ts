/**
 * Runs one environment: writes to its store, calls the evaluator, and starts webhook deliveries.
 * While the clock runs, a timer fires at the evaluator's next due time. Without a due time there is no timer.
 */
import { type EventWire } from "../service";
import { type Clock } from "./clock";
import { Deliveries } from "./evaluator/webhooks";
import { Evaluator } from "./evaluator/evaluator";
import { type NotificationOptions } from "./evaluator/firing-recorder";
import { type MetricValue } from "./store/records";
import { type EnvironmentStore } from "./store/sqlite/sqlite-store";

interface MonitorOptions extends NotificationOptions {
  readonly clock: Clock & { readonly isRunning: boolean };
}

/** Input of the evaluator during one write. The evaluator uses the alerts that are in effect at that time. */
export interface EvaluatorInput {
  /** Stores the event and fires the alerts that match it. */
  readonly raise: (event: EventWire) => void;
  /** Stores the metric value and evaluates the alerts that watch it. */
  readonly record: (value: MetricValue) => void;
}

/** Node fires timers with a longer delay immediately. */
const maxTimeoutMs = 2 ** 31 - 1;

export class Monitor {
  private readonly evaluator: Evaluator;
  private readonly deliveries: Deliveries;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    readonly store: EnvironmentStore,
    private readonly options: MonitorOptions,
  ) {
    this.evaluator = new Evaluator(store, options);
    this.deliveries = new Deliveries(store, options.webhooks);
  }

  /** Resumes after a start: evaluates overdue alerts and sends queued notifications. */
  start(): void {
    this.catchUp();
    this.afterWrite();
  }

  /** Applies everything that is due by the current time. */
  catchUp(): void {
    if (this.isStopped || !this.store.metrics.hasAny()) return;
    this.transact((evaluate) => {
      evaluate(() => undefined);
    });
  }

  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  write<T>(work: (input: EvaluatorInput) => T): T {
    return this.transact((evaluate, now) => {
      const recorded = { any: false };
      const result = work({
        raise: (event) => {
          evaluate(() => {
            this.evaluator.raise(event, now);
          });
        },
        record: (value) => {
          recorded.any = true;
          evaluate(() => {
            this.evaluator.record(value, now);
          });
        },
      });
      // FIRE-1: values reported together form a history. Only the complete history decides what is due by now.
      if (recorded.any) this.evaluator.catchUp(now);
      return result;
    });
  }

  /** Resolves when every queued notification is sent or failed. */
  settled(): Promise<void> {
    return this.deliveries.settled();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.deliveries.stop();
  }

  /** Lets the work call the evaluator, which first catches up with the current time. */
  private transact<T>(work: (evaluate: (step: () => void) => void, now: number) => T): T {
    const now = this.options.clock.now();
    const cache = { isUsed: false };
    try {
      const result = this.store.inTransaction(() =>
        work((step) => {
          if (!cache.isUsed) {
            cache.isUsed = true;
            this.evaluator.catchUp(now);
          }
          step();
        }, now),
      );
      this.afterWrite();
      return result;
    } catch (error) {
      // The store was rolled back, so the evaluator's cache is invalid.
      if (cache.isUsed) this.evaluator.reset();
      throw error;
    }
  }

  /** Starts the deliveries and the timer for the next due time. */
  private afterWrite(): void {
    if (this.isStopped) return;
    this.deliveries.start();
    clearTimeout(this.timer);
    const dueAt = this.options.clock.isRunning ? this.evaluator.nextDueTime() : undefined;
    if (dueAt === undefined) return;
    const delayMs = Math.min(Math.max(dueAt - this.options.clock.now(), 1), maxTimeoutMs);
    this.timer = setTimeout(() => {
      this.catchUp();
    }, delayMs).unref();
  }
}
