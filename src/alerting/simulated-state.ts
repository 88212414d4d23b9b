/** The state of a simulation, in maps. Times are milliseconds. */
import { countLeading, getOrAdd } from "../diagnostics";
import { TextMap } from "../service";
import { type ConfiguredAlert, type EffectiveAlert, type MetricValue } from "./alert";
import { type AlertHistory, type HostWatch, type MetricValues, type Watches } from "./evaluator-state";
import { type Watch } from "./threshold";

/** The state of an alert from `since` until its next change. */
interface AlertPeriod {
  readonly since: number;
  readonly id: number;
  /** Undefined if the alert is deleted. */
  readonly alert: ConfiguredAlert | undefined;
}

export class SimulatedHistory implements AlertHistory {
  /** Ordered by `since`. */
  readonly #versions: AlertPeriod[] = [];
  /** Ordered by `since`. */
  readonly #versionsById = new Map<number, AlertPeriod[]>();

  /** @param alerts in effect from the start */
  constructor(alerts: readonly ConfiguredAlert[]) {
    for (const alert of alerts) {
      this.#versionsById.set(alert.id, [{ since: Number.NEGATIVE_INFINITY, id: alert.id, alert }]);
    }
  }

  add(since: number, id: number, alert: ConfiguredAlert | undefined): void {
    const version = { since, id, alert };
    insert(this.#versions, version);
    insert(
      getOrAdd(this.#versionsById, id, () => []),
      version,
    );
  }

  *listInEffect(time: number): Iterable<EffectiveAlert> {
    for (const id of this.#versionsById.keys()) {
      const alert = this.getInEffect(id, time);
      if (alert !== undefined) yield alert;
    }
  }

  getInEffect(id: number, time: number): EffectiveAlert | undefined {
    const version = this.#versionsById.get(id)?.findLast(({ since }) => since <= time);
    return version?.alert && { ...version.alert, since: version.since };
  }

  changedAlerts(from: number, until: number): readonly number[] {
    const first = countLeading(this.#versions, ({ since }) => since < from);
    const last = countLeading(this.#versions, ({ since }) => since <= until);
    return [...new Set(this.#versions.slice(first, last).map(({ id }) => id))];
  }

  nextChange(time: number): number | undefined {
    return this.#versions[countLeading(this.#versions, ({ since }) => since <= time)]?.since;
  }
}

/** Inserts after the versions of the same time, because the last write wins. */
function insert(versions: AlertPeriod[], version: AlertPeriod): void {
  versions.splice(
    countLeading(versions, ({ since }) => since <= version.since),
    0,
    version,
  );
}

export class SimulatedValues implements MetricValues {
  readonly #byMetric = new TextMap<Map<number, MetricValue>>();

  isEmpty(): boolean {
    return this.#byMetric.size === 0;
  }

  get(host: number, metric: string): MetricValue | undefined {
    return this.#byMetric.get(metric)?.get(host);
  }

  ofMetric(metric: string): Iterable<MetricValue> {
    return this.#byMetric.get(metric)?.values() ?? [];
  }

  put(value: MetricValue): void {
    getOrAdd(this.#byMetric, value.metric, () => new Map<number, MetricValue>()).set(value.host, value);
  }
}

interface DueEntry {
  readonly at: number;
  readonly alert: number;
  readonly host: number;
}

/** Times at which alerts fire without new input, in order. Skips outdated entries. */
class DueQueue {
  /** In descending order, because removing the last element is fast. */
  readonly #entries: DueEntry[] = [];

  constructor(private readonly isCurrent: (entry: DueEntry) => boolean) {}

  push({ at, alert, host }: DueEntry): void {
    const index = countLeading(
      this.#entries,
      (other) => (other.at - at || other.alert - alert || other.host - host) > 0,
    );
    this.#entries.splice(index, 0, { at, alert, host });
  }

  /** The first entry that is current. */
  peek(): DueEntry | undefined {
    for (let first = this.#entries.at(-1); first !== undefined; first = this.#entries.at(-1)) {
      if (this.isCurrent(first)) return first;
      this.#entries.pop();
    }
    return undefined;
  }

  /** Removes the first entry that is current, if it is due by `until`. */
  take(until: number): DueEntry | undefined {
    const first = this.peek();
    return first !== undefined && first.at <= until ? this.#entries.pop() : undefined;
  }
}

interface DueWatch {
  readonly watch: Watch;
  readonly dueAt: number | undefined;
}

export class SimulatedWatches implements Watches {
  readonly #byAlert = new Map<number, Map<number, DueWatch>>();
  readonly #queue = new DueQueue(({ alert, host, at }) => this.#byAlert.get(alert)?.get(host)?.dueAt === at);

  get(alert: number, host: number): Watch {
    return this.#byAlert.get(alert)?.get(host)?.watch ?? {};
  }

  ofAlert(alert: number): readonly HostWatch[] {
    return [...(this.#byAlert.get(alert) ?? [])].map(([host, { watch }]) => ({ alert, host, watch }));
  }

  alerts(): Iterable<number> {
    return this.#byAlert.keys();
  }

  /** Removes the states from the queue. The evaluator puts or removes each of them again. */
  due(until: number): readonly HostWatch[] {
    const due: HostWatch[] = [];
    for (let entry = this.#queue.take(until); entry !== undefined; entry = this.#queue.take(until)) {
      const { alert, host } = entry;
      due.push({ alert, host, watch: this.get(alert, host) });
    }
    return due;
  }

  nextDue(): number | undefined {
    return this.#queue.peek()?.at;
  }

  put({ alert, host, watch }: HostWatch, dueAt: number | undefined): void {
    const watches = getOrAdd(this.#byAlert, alert, () => new Map<number, DueWatch>());
    const before = watches.get(host)?.dueAt;
    watches.set(host, { watch, dueAt });
    if (dueAt !== undefined && dueAt !== before) this.#queue.push({ at: dueAt, alert, host });
  }

  removeAlert(alert: number): void {
    this.#byAlert.delete(alert);
  }
}
