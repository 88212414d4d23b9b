/** Collects the values of metrics that a back-test uses, and counts the others. */
import { type ConfiguredAlert, type MetricValue } from "../alerting";
import { toNfc } from "../diagnostics";
import { type BacktestHistory } from "../plan-document";
import { formatTimestamp, type Host, isInScope, TextMap } from "../service";
import { type NamedMetricValue } from "./metric-file";
import { type Period } from "./tally";

/** A metric of the tested alerts whose values test no alert. */
export interface UnusedMetric {
  readonly metric: string;
  readonly inPeriod: number;
  /** Number of values in the period that are from a host of the service. */
  readonly used: number;
  /** Times of its first and last value. */
  readonly from: string;
  readonly until: string;
}

interface Received {
  inPeriod: number;
  used: number;
  from: number;
  until: number;
}

/** Limits memory. The values of further names are counted together. */
const maxNames = 1000;

/** Counts values by a name. */
export class NameCounts {
  readonly counts = new Map<string, number>();
  total = 0;

  add(name: string): void {
    this.total++;
    const count = this.counts.get(name);
    if (count !== undefined || this.counts.size < maxNames) this.counts.set(name, (count ?? 0) + 1);
  }
}

export class TestedValues {
  readonly used: MetricValue[] = [];
  readonly unknownHosts = new NameCounts();
  #outside = 0;
  #notNumbers = 0;
  readonly #received = new Map<string, Received>();
  readonly #hosts: ReadonlyMap<number, Host>;
  /** By name. Only hosts that are not deleted. */
  readonly #hostIds: TextMap<number>;
  /** IDs of the hosts that have a value, by metric. */
  readonly #hostsOfMetric = new Map<string, Set<number>>();

  /** @param hosts all hosts of the environment, including deleted ones */
  constructor(
    hosts: readonly Host[],
    private readonly period: Period,
  ) {
    this.#hosts = new Map(hosts.map((host) => [host.id, host]));
    this.#hostIds = new TextMap(
      hosts.flatMap(({ id, name, isDeleted }) => (isDeleted || name === undefined ? [] : [[name, id]])),
    );
  }

  /** Adds values in any order. Those of unknown hosts and from outside of the period are not used. */
  add({ at, host, metric, value }: NamedMetricValue): void {
    const received = this.#received.get(metric) ?? { inPeriod: 0, used: 0, from: at, until: at };
    this.#received.set(metric, received);
    received.from = Math.min(received.from, at);
    received.until = Math.max(received.until, at);
    if (at < this.period.from * 1000 || at >= (this.period.until + 1) * 1000) {
      this.#outside++;
      return;
    }
    received.inPeriod++;
    // A name takes precedence over an id.
    const id = this.#hostIds.get(host) ?? (/^\d{1,15}$/.test(host) ? Number(host) : undefined);
    if (id === undefined || !this.#hosts.has(id)) {
      this.unknownHosts.add(host);
      return;
    }
    if (Number.isNaN(value)) {
      this.#notNumbers++;
      return;
    }
    received.used++;
    this.used.push({ at, host: id, metric, value });
    const hosts = this.#hostsOfMetric.get(metric) ?? new Set();
    this.#hostsOfMetric.set(metric, hosts.add(id));
  }

  /** The counts of used and of ignored values. */
  get history(): Pick<BacktestHistory, "metric_values" | "ignored_metric_values"> {
    const ignored = { outside_period: this.#outside, not_a_number: this.#notNumbers };
    return {
      ...(this.used.length === 0 ? {} : { metric_values: this.used.length }),
      ...(this.#outside + this.#notNumbers === 0 ? {} : { ignored_metric_values: ignored }),
    };
  }

  get metrics(): ReadonlySet<string> {
    return new Set(this.#received.keys());
  }

  /** Whether a value can be used that is from a host which the alert watches. */
  includesHostOf({ config }: ConfiguredAlert): boolean {
    if (config.condition.kind !== "threshold") return false;
    return [...(this.#hostsOfMetric.get(toNfc(config.condition.metric)) ?? [])].some((id) => {
      const host = this.#hosts.get(id);
      return host?.isDeleted === false && isInScope(config, { id, type: host.type ?? "" });
    });
  }

  unusedBy(alerts: readonly ConfiguredAlert[]): readonly UnusedMetric[] {
    const tested = alerts.filter((alert) => this.includesHostOf(alert));
    const metrics = new Set(
      tested.map(({ config: { condition } }) => "metric" in condition && toNfc(condition.metric)),
    );
    return [...this.#received].flatMap(([metric, { from, until, ...received }]) =>
      metrics.has(metric)
        ? []
        : { metric, ...received, from: formatTimestamp(from), until: formatTimestamp(until) },
    );
  }
}
