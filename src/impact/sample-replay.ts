/** Replays metric values against threshold alerts. */
import { type AlertHost, type ConfiguredAlert, type MetricValue, simulate } from "../alerting";
import { type AlertDuration, type AlertPolicy, type Host, TextMap } from "../service";
import { type Sample } from "./samples";
import { type Tally } from "./tally";

interface SampleInput {
  readonly hosts: readonly Host[];
  readonly policies: readonly AlertPolicy[];
  readonly durations: readonly AlertDuration[];
  readonly period: { readonly from: number; readonly until: number };
}

export class SampleReplay {
  readonly #values: MetricValue[] = [];
  readonly #hostIds: TextMap<number>;

  constructor(
    private readonly input: SampleInput,
    private readonly hosts: ReadonlyMap<number, AlertHost>,
  ) {
    const named = input.hosts.filter(({ isDeleted }) => !isDeleted);
    this.#hostIds = new TextMap(named.map(({ id, name }) => [name ?? String(id), id]));
  }

  /** Number of values that are used. */
  get count(): number {
    return this.#values.length;
  }

  add({ at, host, metric, value }: Sample): void {
    const { from, until } = this.input.period;
    if (at < from * 1000 || at >= (until + 1) * 1000) return;
    // A name takes precedence over an id.
    const id = this.#hostIds.get(host) ?? (/^\d{1,15}$/.test(host) ? Number(host) : undefined);
    if (id === undefined || !this.hosts.has(id)) return;
    this.#values.push({ at, host: id, metric, value });
  }

  /** Why the firings of an alert are unknown, as a clause. */
  unknownDuration(duration: number): string | undefined {
    const seconds = this.input.durations.find(({ id }) => id === duration)?.seconds;
    return seconds === undefined ? `the service gives no length for duration ${duration}` : undefined;
  }

  /** Counts the firings. @returns the metrics with values */
  replay(alerts: readonly { readonly alert: ConfiguredAlert; readonly tally: Tally }[]): ReadonlySet<string> {
    const tallies = new Map(alerts.map(({ alert, tally }) => [alert.id, tally]));
    const seconds = (value: number | undefined) => (value ?? 0) * 1000;
    const firings = simulate({
      alerts: alerts.map(({ alert }) => alert),
      hosts: [...this.hosts.values()],
      policyIntervalsMs: new Map(
        this.input.policies.map(({ id, intervalSeconds }) => [id, seconds(intervalSeconds)]),
      ),
      durationsMs: new Map(this.input.durations.map(({ id, seconds: length }) => [id, seconds(length)])),
      values: this.#values,
      until: (this.input.period.until + 1) * 1000,
    });
    for (const { alert, host, at } of firings) tallies.get(alert)?.onHost(host).onFiring(at);
    return new Set(this.#values.map(({ metric }) => metric));
  }
}
