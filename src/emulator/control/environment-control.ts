import { type AlertEvaluation } from "../alert-evaluation";
import { type EmulatorClock, unixSeconds } from "../clock";
import { type FiringRecord, type MetricRecord, type Notification } from "../evaluator/records";
import { ApiError, checkBody } from "../http/input";
import {
  type ControlInput,
  type ControlObject,
  type ControlObjectKind,
  controlObjectKinds,
} from "./object-kinds";

export const removableObjectKinds = [
  "hosts",
  "destinations",
  "policies",
  "durations",
  "integrations",
] as const;
/** Kinds of objects that `EnvironmentControl.remove` accepts. */
export type RemovableObjectKind = (typeof removableObjectKinds)[number];

const maxListed = 1000;

/**
 * Adds and removes objects of one environment, reports metric values, and reads firings and notifications.
 *
 * @example
 * const control = emulator.environment();
 * const [host] = control.add("hosts", { name: "db-1", type: "mysql" });
 * control.add("metrics", { host: host.id, metric: "os.cpu.user_us", value: 95 });
 * emulator.clock.advance(60);
 * console.log(control.firings());
 */
export class EnvironmentControl {
  readonly #evaluation: AlertEvaluation;
  readonly #clock: EmulatorClock;

  constructor(evaluation: AlertEvaluation, clock: EmulatorClock) {
    this.#evaluation = evaluation;
    this.#clock = clock;
  }

  /**
   * Adds all objects, or none if one of them is invalid. docs/emulator.md lists the fields of each kind.
   * @throws Error that names the invalid field
   */
  add<K extends ControlObjectKind>(kind: K, ...inputs: ControlInput<K>[]): ControlObject<K>[] {
    return this.addUnchecked(kind, inputs);
  }

  /** Like `add`, for input that is not type-checked. @throws ApiError that names the invalid field */
  addUnchecked<K extends ControlObjectKind>(kind: K, inputs: readonly unknown[]): ControlObject<K>[] {
    // TypeScript cannot express that `add` takes the output of the schema of the same kind.
    const { schema, add } = controlObjectKinds[kind] as {
      schema: (typeof controlObjectKinds)[K]["schema"];
      add: (element: unknown, context: unknown) => ControlObject<K>;
    };
    const elements = inputs.map((input, index) => withIndex(index, inputs, () => checkBody(schema, input)));
    const now = unixSeconds(this.#clock);
    return this.#evaluation.write((evaluator) => {
      const context = { store: this.#evaluation.store, evaluator, now };
      return elements.map((element, index) => withIndex(index, inputs, () => add(element, context)));
    });
  }

  /** Removes an object. References to it are not changed. @returns whether the object existed */
  remove(kind: RemovableObjectKind, id: number): boolean {
    return this.#evaluation.write(() => this.#evaluation.store[kind].remove(id));
  }

  /** Returns the latest value of each metric on each host. */
  metrics(): MetricRecord[] {
    return this.#evaluation.store.metrics.list();
  }

  /** Returns the newest 1,000 firings, newest first. */
  firings(): FiringRecord[] {
    this.#evaluation.catchUp();
    return this.#evaluation.store.firings.newest(maxListed);
  }

  /** Returns the newest 1,000 notifications, newest first. */
  outbox(): Notification[] {
    this.#evaluation.catchUp();
    return this.#evaluation.store.outbox.newest(maxListed);
  }

  /** Resolves when every queued webhook is sent or failed. */
  async settled(): Promise<void> {
    this.#evaluation.catchUp();
    await this.#evaluation.settled();
  }
}

/** Adds the index of the invalid element to an error if there are several elements. */
function withIndex<T>(index: number, all: readonly unknown[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError) || all.length === 1) throw error;
    const field = error.field === undefined ? `[${index}]` : `[${index}].${error.field}`;
    throw new ApiError(error.status, `Element ${index}: ${error.message}`, field);
  }
}
