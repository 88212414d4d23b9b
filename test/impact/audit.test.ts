/**
 * Audits of random environments: the checks find every planted fault, and nothing else. The oracle is written from the table of checks. It
 * simulates nothing: each alert has a metric or category that no other alert has, so that only a planted copy is redundant.
 */
import { type ActiveAlert, type AuditFacts, FiringActivity, FiringHistory, runAudit } from "../../src/impact";
import { type Alert, type AlertConfig, type Host, isInScope, type ServiceEvent } from "../../src/service";
import { createRandom } from "../support/random";

const worldCount = 1000;
const day = 86_400;
/** 2026-01-01. */
const start = 1_767_225_600;
const days = 30;
const noisy = { period: 40, day: 8 };
const types = ["mysql", "pgsql", "os"];

interface WorldAlert {
  readonly alert: Alert;
  readonly config: AlertConfig | undefined;
}

interface World {
  readonly alerts: readonly WorldAlert[];
  readonly hosts: readonly Host[];
  /** IDs of the destinations that exist. */
  readonly destinations: readonly number[];
  readonly events: readonly ServiceEvent[];
  /** For each copy, the alert that it repeats. */
  readonly copies: ReadonlyMap<number, number>;
}

class Worlds {
  constructor(private readonly random: () => number) {}

  next(): World {
    const hosts = Array.from({ length: 1 + this.#below(5) }, (_, index) => this.#host(index + 1));
    const destinations = Array.from({ length: 1 + this.#below(4) }, (_, index) => index + 1);
    const originals = Array.from({ length: this.#below(8) }, (_, index) =>
      this.#alert(index + 1, hosts, destinations),
    );
    const copied = originals.filter(() => this.random() < 0.15);
    const copies = copied.map(({ alert, config }, index) => {
      const id = originals.length + index + 1;
      return { of: alert.id, copy: { alert: { ...alert, id, name: `copy ${id}` }, config } };
    });
    const alerts = [...originals, ...copies.map(({ copy }) => copy)];
    const events = Array.from({ length: this.#below(60) }, () => this.#event(alerts, hosts));
    return {
      alerts,
      hosts,
      destinations,
      events: events.sort((a, b) => a.start - b.start),
      copies: new Map(copies.map(({ of, copy }) => [copy.alert.id, of])),
    };
  }

  #below(count: number): number {
    return Math.floor(this.random() * count);
  }

  #host(id: number): Host {
    return {
      id,
      name: `db-${id}`,
      type: types[this.#below(3)],
      isDeleted: this.random() < 0.25,
      tags: [],
    } as unknown as Host;
  }

  #alert(id: number, hosts: readonly Host[], destinations: readonly number[]): WorldAlert {
    const isEvent = this.random() < 0.5;
    const alert: Alert = {
      id,
      name: `alert ${id}`,
      kind: isEvent ? "event" : "threshold",
      annotations: "",
      policy: 1 + this.#below(2),
      disabled: this.random() < 0.12,
      destinations:
        this.random() < 0.15 ? [] : this.random() < 0.15 ? [99] : [1 + this.#below(destinations.length)],
      unknownFields: {},
    };
    const scopes = [
      { hosts: [], host_types: [] },
      { hosts: [], host_types: [types[this.#below(3)] ?? ""] },
      { hosts: hosts.filter(() => this.random() < 0.5).map((host) => host.id), host_types: [] },
    ];
    const scope = scopes[this.#below(3)] ?? { hosts: [], host_types: [] };
    const reset = this.random() < 0.1 ? 95 : 80;
    const config: AlertConfig = isEvent
      ? { ...scope, condition: { kind: "event", categories: [`category ${id}`] } }
      : {
          ...scope,
          condition: {
            kind: "threshold",
            metric: `shop.metric${id}`,
            trigger: 90,
            reset,
            duration: 1,
            alert_level: this.random() < 0.4 ? "crit" : "warn",
          },
        };
    return { alert, config: this.random() < 0.1 ? undefined : config };
  }

  /** Often one of a few alerts, so that some are noisy. */
  #event(alerts: readonly WorldAlert[], hosts: readonly Host[]): ServiceEvent {
    const chosen = this.random() < 0.8 ? alerts[this.#below(Math.min(3, alerts.length))] : undefined;
    const condition = chosen?.config?.condition;
    const host = this.random() < 0.2 ? undefined : 1 + this.#below(hosts.length);
    const level = ["info", "warn", "crit"][this.#below(3)] ?? "info";
    const at = start + (this.random() < 0.5 ? day : this.#below(days * day));
    const fields = { start: at + this.#below(day / 2), duration: 0, host, uuid: String(this.random()) };
    if (condition?.kind === "threshold") {
      const message = `Metric ${condition.metric} at 99, greater than trigger threshold of 90 for 60 seconds`;
      return { ...fields, type: "Threshold Alert", message, level: condition.alert_level };
    }
    const type = condition?.categories[0] ?? `other ${this.#below(3)}`;
    return { ...fields, type, message: "", level };
  }
}

/** Policy 1 always notifies, and policy 2 once an hour. */
const intervalSeconds = (policy: number) => (policy === 1 ? 0 : 3600);

function audit({ alerts, hosts, destinations: ids, events }: World): string[] {
  const destinations = ids.map((id) => ({
    id,
    name: `destination ${id}`,
  })) as unknown as AuditFacts["destinations"];
  const known = {
    host: (id: number) => {
      const host = hosts.find((one) => one.id === id);
      return host && { id, type: host.type ?? "", isDeleted: host.isDeleted };
    },
    policyIntervalMs: (policy: number) => intervalSeconds(policy) * 1000,
    durationMs: () => 60_000,
  };
  const configured = alerts.flatMap(({ alert, config }): ActiveAlert[] =>
    config === undefined
      ? []
      : [{ ...alert, destinations: alert.destinations.filter((id) => ids.includes(id)), config }],
  );
  const thresholds = configured.flatMap(({ config, ...alert }) => {
    const { condition } = config;
    return condition.kind === "threshold" ? { ...alert, config: { ...config, condition } } : [];
  });
  const history = new FiringHistory(
    {
      alerts: thresholds,
      type: "Threshold Alert",
      known,
      period: { from: start, until: start + days * day },
    },
    [],
  );
  const firings = new FiringActivity({ alerts: configured, known, firingType: "Threshold Alert", history });
  for (const event of events) firings.add(event);
  const found = runAudit({
    alerts,
    active: configured.filter(({ disabled }) => !disabled),
    hosts,
    destinations,
    known,
    nameOf: (kind, id) => (kind === "host" ? `db-${id}` : `${kind} ${id}`),
    queries: new Map(),
    activity: { firings, from: start, until: start + days * day, isComplete: true },
    rules: [],
    deadRunbooks: [],
    noisy,
  });
  return found.map(
    ({ check, alert, host, destination, name }) =>
      `${check} ${alert?.id ?? (check === "unnoticed" ? `${name} on ${host?.id}` : (host?.id ?? destination?.id))}`,
  );
}

/** The findings by the table of checks, as `check object`. */
function oracle({ alerts, hosts, destinations, events, copies }: World): string[] {
  const isLive = (id: number) => hosts.some((host) => host.id === id && !host.isDeleted);
  const hasLiveType = (type: string) => hosts.some((host) => host.type === type && !host.isDeleted);
  const existing = ({ alert }: WorldAlert) => alert.destinations.filter((id) => destinations.includes(id));
  const covers = (config: AlertConfig, id: number | undefined) => {
    const host = hosts.find((one) => one.id === id);
    return isInScope(config, host && { id: host.id, type: host.type ?? "" });
  };
  const watches = ({ hosts: ids, host_types }: AlertConfig) =>
    ids.length + host_types.length === 0 || ids.some(isLive) || host_types.some(hasLiveType);
  const active = alerts.filter(({ alert, config }) => !alert.disabled && config !== undefined);
  const firings = new Map<number, number[]>();
  const uncertain = new Set<number>();
  const unnoticed = new Set<string>();
  for (const event of events) {
    const isFiring = event.type === "Threshold Alert";
    const matching = alerts.filter(({ config }) => {
      if (config === undefined || !covers(config, event.host)) return false;
      const { condition } = config;
      if (condition.kind === "event") return condition.categories.includes(event.type);
      return (
        isFiring && event.message.includes(`${condition.metric} `) && condition.alert_level === event.level
      );
    });
    const isSevere = event.level !== "info";
    const key = `unnoticed ${event.type} on ${event.host}`;
    if (isFiring) {
      const [only, ...others] = matching;
      if (only === undefined) continue;
      if (others.length > 0) for (const { alert } of matching) uncertain.add(alert.id);
      else {
        firings.set(only.alert.id, [...(firings.get(only.alert.id) ?? []), event.start]);
        if (existing(only).length === 0) unnoticed.add(key);
      }
      continue;
    }
    for (const { alert } of matching.filter((one) => !one.alert.disabled)) {
      const before = (firings.get(alert.id) ?? []).filter(
        (_, index) => hostsOf.get(alert.id)?.[index] === event.host,
      );
      const last = before.at(-1);
      if (last !== undefined && event.start < last + intervalSeconds(alert.policy)) continue;
      firings.set(alert.id, [...(firings.get(alert.id) ?? []), event.start]);
      hostsOf.set(alert.id, [...(hostsOf.get(alert.id) ?? []), event.host]);
    }
    const isNoticed = matching.some((one) => !one.alert.disabled && existing(one).length > 0);
    if (!isNoticed && (isSevere || matching.length > 0)) unnoticed.add(key);
  }
  hostsOf.clear();
  const findings: string[] = [...unnoticed];
  const watching = active.filter(({ config }) => {
    const condition = config?.condition;
    return condition?.kind === "threshold" && condition.alert_level === "crit";
  });
  const isCovered = ({ id }: Host) =>
    watching.some(({ config }) => config !== undefined && covers(config, id));
  for (const host of hosts)
    if (
      !host.isDeleted &&
      !isCovered(host) &&
      hosts.some((one) => one.type === host.type && !one.isDeleted && isCovered(one))
    )
      findings.push(`uncovered-host ${host.id}`);
  for (const id of destinations)
    if (!active.some((one) => existing(one).includes(id))) findings.push(`destination-unused ${id}`);
  for (const one of alerts) {
    const { alert, config } = one;
    const times = firings.get(alert.id) ?? [];
    const perDay = times.map(
      (time) => times.filter((other) => Math.floor(other / day) === Math.floor(time / day)).length,
    );
    const original = copies.get(alert.id);
    const cause = alert.disabled
      ? "disabled"
      : config === undefined
        ? "incomplete"
        : !watches(config)
          ? "never-fires"
          : existing(one).length === 0
            ? "nobody-notified"
            : original !== undefined
              ? "redundant"
              : times.length >= noisy.period || Math.max(0, ...perDay) >= noisy.day
                ? "noisy"
                : config.condition.kind === "threshold" && config.condition.reset > config.condition.trigger
                  ? "reset-above-trigger"
                  : times.length === 0 && !uncertain.has(alert.id)
                    ? "silent"
                    : undefined;
    if (cause !== undefined) findings.push(`${cause} ${alert.id}`);
  }
  return findings;
}

const hostsOf = new Map<number, (number | undefined)[]>();

it(`finds exactly what is wrong in ${worldCount} environments`, () => {
  const worlds = new Worlds(createRandom(20261127));
  const found = new Map<string, number>();
  for (let index = 0; index < worldCount; index++) {
    const world = worlds.next();
    const findings = audit(world).filter((finding) => !finding.startsWith("overlap"));
    expect({ index, findings: [...new Set(findings)].sort() }).toEqual({
      index,
      findings: oracle(world).sort(),
    });
    for (const finding of findings) {
      const [check = ""] = finding.split(" ");
      found.set(check, (found.get(check) ?? 0) + 1);
    }
  }
  const checks = [
    "incomplete",
    "never-fires",
    "nobody-notified",
    "unnoticed",
    "uncovered-host",
    "redundant",
    "noisy",
  ];
  for (const check of [...checks, "reset-above-trigger", "silent", "disabled", "destination-unused"])
    expect([check, (found.get(check) ?? 0) > worldCount / 100]).toEqual([check, true]);
});
