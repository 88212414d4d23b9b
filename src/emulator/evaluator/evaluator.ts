/**
 * Fires the alerts of one environment and stores the result. `AlertEvaluator` decides. All state except its index is in the store.
 * The caller runs each call in a transaction. Times are milliseconds since the Unix epoch.
 */
import { AlertEvaluator } from "../../alerting";
import { type EventWire } from "../../service";
import { type MetricValue } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { createEvaluatorState } from "./evaluator-state";
import { FiringRecorder, type NotificationOptions } from "./firing-recorder";

export class Evaluator {
  private cached: AlertEvaluator<EventWire> | undefined;
  private readonly recorder: FiringRecorder;

  constructor(
    private readonly store: EnvironmentStore,
    options: NotificationOptions,
  ) {
    this.recorder = new FiringRecorder(store, options);
  }

  /** Discards the index of the alerts. */
  reset(): void {
    this.cached = undefined;
  }

  /** Applies the changes that took effect and fires the alerts that became due by `now`, in order of time. */
  catchUp(now: number): void {
    this.evaluator(now).catchUp(now);
  }

  /** When the next change takes effect or the next alert fires; undefined if only new input can fire an alert. */
  nextDueTime(): number | undefined {
    if (this.cached !== undefined) return this.cached.nextDueTime();
    return this.store.metrics.hasAny() ? this.store.watches.nextDue() : undefined;
  }

  /** Stores a metric value, whose timestamp can be before `now`. Alerts that it makes due fire in the next `catchUp`. */
  record({ host, metric, value, ts }: MetricValue, now: number): void {
    this.evaluator(now).record({ host, metric, value, at: ts * 1000 });
  }

  /** Stores the event and fires the event alerts of its category. */
  raise(event: EventWire, now: number): void {
    this.evaluator(now).raise(event, now);
  }

  private evaluator(now: number): AlertEvaluator<EventWire> {
    this.cached ??= new AlertEvaluator(createEvaluatorState(this.store, this.recorder), now);
    return this.cached;
  }
}
