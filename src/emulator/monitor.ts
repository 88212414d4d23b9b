/**
 * One environment at work: its store, and the evaluator that is called when something happens, when time is moved, and,
 * while the clock runs, when the next moment comes. Nothing ticks while there is nothing to wait for.
 */
import { type EventWire } from "../service";
import { type Clock } from "./clock";
import { Deliveries } from "./evaluator/deliveries";
import { Evaluator } from "./evaluator/evaluator";
import { type NotificationOptions } from "./evaluator/firing-recorder";
import { type MetricValue } from "./store/firing-stores";
import { type EnvironmentStore } from "./store/store";

export interface MonitorOptions extends NotificationOptions {
  readonly clock: Clock & { readonly isRunning: boolean };
}

const longestTimeout = 2 ** 31 - 1;

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

  /** Brings about what time has brought. */
  catchUp(): void {
    if (this.isStopped || !this.store.metrics.hasAny()) return;
    this.write((happening) => {
      happening.timePassed();
    });
  }

  /** All of the work or none of it. Not to be nested. */
  write<T>(work: (happening: EvaluatorInput) => T): T {
    const now = this.options.clock.now();
    const told = { anything: false, value: false };
    const tell = (what: () => void) => {
      const isFirst = !told.anything;
      told.anything = true;
      if (isFirst) this.evaluator.catchUp(now);
      what();
    };
    const happening: EvaluatorInput = {
      timePassed: () => {
        tell(() => undefined);
      },
      raise: (event) => {
        tell(() => {
          this.evaluator.raise(event, now);
        });
      },
      record: (value) => {
        told.value = true;
        tell(() => {
          this.evaluator.record(value, now);
        });
      },
    };
    try {
      const result = this.store.inTransaction(() => {
        const worked = work(happening);
        // FIRE-1: values that are reported together are a history, and only all of it says what is due by now.
        if (told.value) this.evaluator.catchUp(now);
        return worked;
      });
      this.afterWrite();
      return result;
    } catch (error) {
      // What the evaluator keeps at hand would be ahead of the store, which has taken it back.
      if (told.anything) this.evaluator.reset();
      throw error;
    }
  }

  /** Looks when time brings something next, and begins to send what is queued. */
  private afterWrite(): void {
    if (this.isStopped) return;
    this.deliveries.start();
    clearTimeout(this.timer);
    const moment = this.options.clock.isRunning ? this.evaluator.nextMoment() : undefined;
    if (moment === undefined) return;
    const wait = Math.min(Math.max(moment - this.options.clock.now(), 1), longestTimeout);
    this.timer = setTimeout(() => {
      this.catchUp();
    }, wait).unref();
  }

  /** Takes up the work again, after a start: what was queued, or due, when it was stopped. */
  start(): void {
    this.catchUp();
    this.afterWrite();
  }

  /** Resolves once every queued notification is sent or has failed. */
  settled(): Promise<void> {
    return this.deliveries.settled();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.deliveries.stop();
  }
}

/** What can be told to the evaluator: alerts are taken as they are in effect now. */
export interface EvaluatorInput {
  readonly timePassed: () => void;
  /** An event has happened: it is kept, and alerts may fire. */
  readonly raise: (event: EventWire) => void;
  /** A metric takes a value. */
  readonly record: (value: MetricValue) => void;
}
