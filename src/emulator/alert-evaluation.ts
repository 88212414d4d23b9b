/**
 * Runs one environment: writes to its store, fires its alerts, and starts webhook deliveries.
 * While the clock runs, a timer fires at the evaluator's next due time. Without a due time there is no timer.
 */
import { AlertEvaluator } from "../alerting";
import { type EventWire } from "../service";
import { type EmulatorClock } from "./clock";
import { createEvaluatorState, type NotificationOptions } from "./evaluator/evaluator-state";
import { type MetricRecord } from "./evaluator/records";
import { Deliveries } from "./evaluator/webhooks";
import { type EnvironmentStore } from "./store/store";

interface MonitorOptions extends NotificationOptions {
  readonly clock: EmulatorClock & { readonly isRunning: boolean };
}

/** Input of the evaluator during one write. The evaluator uses the alerts that are in effect at that time. */
export interface EvaluatorInput {
  /** Stores the event and fires the alerts that match it. */
  readonly raise: (event: EventWire) => void;
  /** Stores the metric value and evaluates the alerts that watch it. */
  readonly record: (value: MetricRecord) => void;
}

/** Node fires timers with a longer delay immediately. */
const maxTimeoutMs = 2 ** 31 - 1;

export class AlertEvaluation {
  /** All its state except its index of the alerts is in the store. */
  #evaluator: AlertEvaluator<EventWire> | undefined;
  readonly #deliveries: Deliveries;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  readonly #options: MonitorOptions;

  constructor(
    readonly store: EnvironmentStore,
    options: MonitorOptions,
  ) {
    this.#options = options;
    this.#deliveries = new Deliveries(store, options.webhooks);
  }

  /** Resumes after a start: evaluates overdue alerts and sends queued notifications. */
  start(): void {
    this.catchUp();
    this.#afterWrite();
  }

  /** Applies everything that is due by the current time. */
  catchUp(): void {
    if (this.#isStopped || !this.store.metrics.hasAny()) return;
    this.#evaluate(this.#options.clock.now());
    this.#afterWrite();
  }

  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  write<T>(work: (input: EvaluatorInput) => T): T {
    const now = this.#options.clock.now();
    const evaluator = this.#evaluate(now);
    const result = this.store.inTransaction(() =>
      work({
        raise: (event) => {
          evaluator.raise(event, now);
        },
        record: ({ host, metric, value, ts }) => {
          evaluator.record({ host, metric, value, at: ts * 1000 });
        },
      }),
    );
    // FIRE-1: values reported together form a history. Only the complete history decides what is due by now.
    if (this.store.metrics.hasAny()) this.#evaluate(now);
    this.#afterWrite();
    return result;
  }

  /** Catches up in a transaction of its own, so that a rejected write does not invalidate the evaluator's index. */
  #evaluate(now: number): AlertEvaluator<EventWire> {
    try {
      return this.store.inTransaction(() => {
        this.#evaluator ??= new AlertEvaluator(createEvaluatorState(this.store, this.#options), now);
        this.#evaluator.catchUp(now);
        return this.#evaluator;
      });
    } catch (error) {
      this.#evaluator = undefined;
      throw error;
    }
  }

  /** Resolves when every queued notification is sent or failed. */
  settled(): Promise<void> {
    return this.#deliveries.settled();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#deliveries.stop();
  }

  #afterWrite(): void {
    if (this.#isStopped) return;
    this.#deliveries.start();
    clearTimeout(this.#timer);
    const dueAt = this.#options.clock.isRunning ? this.#evaluator?.nextDueTime() : undefined;
    if (dueAt === undefined) return;
    const delayMs = Math.min(Math.max(dueAt - this.#options.clock.now(), 1), maxTimeoutMs);
    this.#timer = setTimeout(() => {
      this.catchUp();
    }, delayMs).unref();
  }
}
