/** The values of metrics that a back-test can use, and why it can use none of a metric. */
import { type ConfiguredAlert, type MetricValue } from "../alerting";
import { type Host, isInScope, TextMap } from "../service";
import { type NamedMetricValue } from "./metric-values";
import { formatTime, type Period } from "./tally";

/** A metric of the tested alerts of which no value can be used. */
export interface UnusedMetric {
  readonly metric: string;
  /** A host of its values in the period that the service does not have. Undefined if all values are outside of the period. */
  readonly unknownHost: string | undefined;
  /** Times of its first and last value. */
  readonly from: string;
  readonly until: string;
}

interface Received {
  used: number;
  unknownHost: string | undefined;
  from: number;
  until: number;
}

export class TestedValues {
  readonly used: MetricValue[] = [];
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
    const received = this.#received.get(metric) ?? { used: 0, unknownHost: undefined, from: at, until: at };
    this.#received.set(metric, received);
    received.from = Math.min(received.from, at);
    received.until = Math.max(received.until, at);
    if (at < this.period.from * 1000 || at >= (this.period.until + 1) * 1000) return;
    // A name takes precedence over an id.
    const id = this.#hostIds.get(host) ?? (/^\d{1,15}$/.test(host) ? Number(host) : undefined);
    if (id === undefined || !this.#hosts.has(id)) {
      received.unknownHost ??= host;
      return;
    }
    received.used++;
    this.used.push({ at, host: id, metric, value });
    const hosts = this.#hostsOfMetric.get(metric) ?? new Set();
    this.#hostsOfMetric.set(metric, hosts.add(id));
  }

  /** Ignores all values. */
  clear(): void {
    this.used.length = 0;
    this.#hostsOfMetric.clear();
  }

  /** The metrics that were given. */
  get metrics(): ReadonlySet<string> {
    return new Set(this.#received.keys());
  }

  /** Whether a value can be used that is from a host which the alert watches. */
  includesHostOf({ config }: ConfiguredAlert): boolean {
    if (config.condition.kind !== "threshold") return false;
    return [...(this.#hostsOfMetric.get(config.condition.metric) ?? [])].some((id) => {
      const host = this.#hosts.get(id);
      return host?.isDeleted === false && isInScope(config, { id, type: host.type ?? "" });
    });
  }

  get unused(): readonly UnusedMetric[] {
    return [...this.#received].flatMap(([metric, { used, unknownHost, from, until }]) =>
      used > 0 ? [] : { metric, unknownHost, from: formatTime(from), until: formatTime(until) },
    );
  }
}
