/** Random pairs of alerts for the tests of differences: mostly small changes, with values and lengths at which the semantics change. */
import { type ComparedAlert, type KnownObjects, type SimulatedEvent } from "../../../src/alerting";
import { type AlertConfig } from "../../../src/service";
import { simulate } from "../../support/simulate";
import { type NaiveAlert } from "./naive-simulator";

/** In seconds, by ID. */
const intervals = [0, 1, 2, 6, 61, 200];
const durations = [0, 1, 5, 60];
export const types = ["mysql", "pgsql", "os"];
/** Host 4 is deleted. */
export const hosts = [1, 2, 3, 4].map((id) => ({ id, type: types[id % 3] ?? "os", isDeleted: id === 4 }));
const categories = ["deploy", "backup", "Threshold Alert"];
const max = Number.MAX_VALUE;
const numbers = [-max, -5, 0, Number.MIN_VALUE, 0.1, 0.1 + Number.EPSILON, 5, 80, 81, 90, 1e300, max];

export const known: KnownObjects = {
  host: (id) => hosts.find((host) => host.id === id),
  policyIntervalMs: (policy) => milliseconds(intervals[policy]),
  durationMs: (duration) => milliseconds(durations[duration]),
};

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

export class RandomAlerts {
  constructor(private readonly random: () => number) {}

  /** The alert before a change and the one after it. */
  pair(): readonly [ComparedAlert | undefined, ComparedAlert | undefined] {
    const before = this.alert();
    const choice = this.random();
    if (choice < 0.03) return [undefined, before];
    if (choice < 0.06) return [before, undefined];
    if (choice < 0.16) return [before, this.alert()];
    const after = this.#change(before);
    return [before, choice < 0.6 ? after : this.#change(after)];
  }

  alert(): ComparedAlert {
    return {
      policy: this.index(intervals),
      disabled: this.random() < 0.05,
      destinations: this.#some([7, 8]),
      config: this.#config(this.random() < 0.3),
    };
  }

  /** A timeline with the values and the lengths of time of the alerts. Values are at different seconds. */
  timeline(alerts: readonly ComparedAlert[]) {
    const conditions = alerts.flatMap(({ config }) => config?.condition ?? []);
    const levels = conditions.flatMap((condition) =>
      condition.kind === "threshold" ? [condition.trigger, condition.reset] : [],
    );
    const around = [...numbers, ...levels.flatMap((level) => [level, level - 1, level + 1])];
    const host = this.random() < 0.5 ? hosts[0] : { id: 9, type: this.pick(types), isDeleted: false };
    const { id } = host ?? { id: 1 };
    let at = -1000;
    const values = Array.from({ length: 6 }, () => {
      at += 1000 * Math.max(1, this.pick([...durations, ...intervals]));
      return { host: id, metric: this.pick(["lag", "load"]), value: this.pick(around), at };
    });
    const events = Array.from({ length: 4 }, (): SimulatedEvent => ({
      at: 1000 * this.pick(intervals),
      type: this.pick(categories),
      host: this.random() < 0.2 ? undefined : id,
    }));
    return { hosts: host === undefined ? [] : [host], values, events, until: at + 300_000 };
  }

  index(list: readonly unknown[]): number {
    return Math.floor(this.random() * list.length);
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const item = list[this.index(list)];
    if (item === undefined) throw new Error("The list is empty.");
    return item;
  }

  #some<T>(list: readonly T[]): T[] {
    return list.filter(() => this.random() < 0.5);
  }

  #config(isEvent: boolean): AlertConfig {
    return { ...this.#scope(), condition: isEvent ? this.#event() : this.#threshold() };
  }

  #scope() {
    const isAll = this.random() < 0.3;
    return {
      hosts: isAll ? [] : this.#some([1, 2, 4]),
      host_types: isAll ? [] : this.#some(types),
    };
  }

  #event() {
    return { kind: "event" as const, categories: this.#some(categories) };
  }

  #threshold() {
    return {
      kind: "threshold" as const,
      metric: this.random() < 0.9 ? "lag" : "load",
      trigger: this.pick(numbers),
      reset: this.pick(numbers),
      duration: this.index(durations),
      alert_level: this.pick(["info", "warn", "crit"] as const),
    };
  }

  /** Changes one attribute, possibly to the same value. */
  #change(alert: ComparedAlert): ComparedAlert {
    const other = this.alert();
    const { config } = alert;
    if (config === undefined) return other;
    const { condition } = config;
    const change = this.index(Array.from({ length: 9 }));
    if (change === 0) return { ...alert, policy: other.policy };
    if (change === 1) return { ...alert, destinations: other.destinations };
    if (change === 2) return { ...alert, config: { ...config, ...this.#scope() } };
    if (change === 3) return { ...alert, disabled: !alert.disabled };
    if (condition.kind === "event") return { ...alert, config: { ...config, condition: this.#event() } };
    const { trigger, reset, duration, alert_level } = this.#threshold();
    const changes = [{ trigger }, { reset }, { duration }, { alert_level }];
    return {
      ...alert,
      config: { ...config, condition: { ...condition, ...changes[change % changes.length] } },
    };
  }
}

/** What the evaluator of the emulator lets the alert do. One text for each firing. */
export function evaluate(
  alert: ComparedAlert | undefined,
  timeline: Pick<Parameters<typeof simulate>[0], "hosts" | "values" | "events" | "until">,
): string[] {
  if (alert?.config === undefined) return [];
  const simulated = { ...alert, config: alert.config, id: 1 };
  return simulate({
    ...timeline,
    alerts: [simulated],
    policyIntervalsMs: new Map(intervals.map((seconds, id) => [id, seconds * 1000])),
    durationsMs: new Map(durations.map((seconds, id) => [id, seconds * 1000])),
  })
    .filter(({ alert: id }) => id === 1)
    .map(({ at, resolvedAt, host, level, destinations }) =>
      [at, resolvedAt, host, level, [...new Set(destinations)].sort()].join(" "),
    );
}

/** @param lengths the known lengths of policies and durations */
export function asNaive(
  { policy, disabled, destinations, config }: ComparedAlert,
  lengths: KnownObjects = known,
): NaiveAlert {
  const inSeconds = (length: number | undefined) => (length ?? 0) / 1000;
  const { hosts: ids = [], host_types = [], condition } = config ?? {};
  return {
    disabled: disabled || condition === undefined,
    destinations,
    hosts: ids,
    types: host_types,
    interval: inSeconds(lengths.policyIntervalMs(policy)),
    ...(condition?.kind === "event" ? { categories: condition.categories } : {}),
    ...(condition?.kind === "threshold"
      ? {
          threshold: {
            metric: condition.metric,
            level: condition.alert_level,
            trigger: condition.trigger,
            reset: condition.reset,
            duration: inSeconds(lengths.durationMs(condition.duration)),
          },
        }
      : {}),
  };
}
