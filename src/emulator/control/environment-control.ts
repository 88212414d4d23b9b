/** What tests and people can do to one environment and learn of it, beyond the service's own interface. */
import { type Clock, unixSeconds } from "../clock";
import { ApiError } from "../http/api-error";
import { checkBody } from "../http/check-body";
import { type Monitor } from "../monitor";
import { type Firing, type MetricValue, type Notification } from "../store/firing-stores";
import { type ControlInput, type ControlNounName, controlNouns, type ControlObject } from "./nouns";

/** Nouns whose objects can also be removed. */
export const removableNouns = ["hosts", "destinations", "policies", "durations", "integrations"] as const;
export type RemovableNoun = (typeof removableNouns)[number];

const newestListed = 1000;

/**
 * @example
 * const [host] = emulator.environment().add("hosts", { name: "db-1", type: "mysql" });
 * emulator.environment().add("metrics", { host: host.id, metric: "os.cpu.user_us", value: 95 });
 */
export class EnvironmentControl {
  constructor(
    private readonly monitor: Monitor,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds objects, all or none; docs/emulator.md says what each needs.
   * @throws Error that names the field which is not valid
   */
  add<N extends ControlNounName>(noun: N, ...given: ControlInput<N>[]): ControlObject<N>[] {
    return this.addUnchecked(noun, given);
  }

  /** Like `add`, for what comes from outside. @throws ApiError */
  addUnchecked<N extends ControlNounName>(noun: N, given: readonly unknown[]): ControlObject<N>[] {
    // Each noun's function takes what its own schema gives, a pairing that is lost where the noun is a variable.
    const { schema, add } = controlNouns[noun] as {
      schema: (typeof controlNouns)[N]["schema"];
      add: (element: unknown, adding: unknown) => ControlObject<N>;
    };
    const elements = given.map((element, index) => inElement(index, given, () => checkBody(schema, element)));
    const now = unixSeconds(this.clock);
    return this.monitor.write((happening) => {
      const adding = { store: this.monitor.store, happening, now };
      return elements.map((element, index) => inElement(index, given, () => add(element, adding)));
    });
  }

  /** Whatever refers to it is left as it is. @returns whether it was there */
  remove(noun: RemovableNoun, id: number): boolean {
    return this.monitor.write(() => {
      const catalog = this.monitor.store[noun];
      const isThere = catalog.get(id) !== undefined;
      catalog.remove(id);
      return isThere;
    });
  }

  /** The latest value of each host and metric. */
  metrics(): MetricValue[] {
    return this.monitor.store.metrics.list();
  }

  /** Each time an alert fired, newest first; 1,000 at most. */
  firings(): Firing[] {
    this.monitor.catchUp();
    return this.monitor.store.firings.newest(newestListed);
  }

  /** Notifications, newest first; 1,000 at most. */
  outbox(): Notification[] {
    this.monitor.catchUp();
    return this.monitor.store.outbox.newest(newestListed);
  }

  /** Resolves once every queued webhook has been sent or has failed. */
  async settled(): Promise<void> {
    this.monitor.catchUp();
    await this.monitor.settled();
  }
}

/** What is wrong with one of several objects says which. */
function inElement<T>(index: number, all: readonly unknown[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError) || all.length === 1) throw error;
    const sentence = `Element ${index}: ${error.message}`;
    throw new ApiError(
      error.status,
      sentence,
      error.field === undefined ? `[${index}]` : `[${index}].${error.field}`,
    );
  }
}
