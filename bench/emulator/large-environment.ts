/** A deterministic large environment. Its objects are generated one at a time, so that they use no memory. */
import { createHash } from "node:crypto";
import { emptySeed, type EnvironmentSeed, type SeedAlert } from "../../src/emulator";

export interface Sizes {
  readonly digests: number;
  readonly events: number;
  readonly alerts: number;
}

/** Unix seconds of the newest event. */
export const newest = Math.floor(Date.UTC(2026, 10, 2, 9) / 1000);
/** Metric of every alert except the last one. */
export const commonMetric = "os.cpu.user_us";
/** Metric of the last alert. */
export const rareMetric = "mysql.status.threads_running";
/** A host with 100 events and 20 digests. Every other host has thousands. */
export const rareHost = 1;
const hosts = 50;
const days = 30;

export function largeEnvironment(sizes: Sizes): EnvironmentSeed {
  return {
    ...emptySeed,
    hosts: Array.from({ length: hosts }, (_, index) => host(index + 1)),
    destinations: [
      {
        id: 1,
        name: "mail",
        integration: 1,
        config: { recipient_email: ["x@y.example"] },
        status: 1,
        updated: 1,
      },
    ],
    digests: each(sizes.digests, digest),
    events: each(sizes.events, (index) => event(index, sizes.events)),
    alerts: each(sizes.alerts, (index) =>
      alertNamed(`Alert ${index}`, index === sizes.alerts - 1 ? rareMetric : commonMetric),
    ),
  };
}

function each<T>(count: number, create: (index: number) => T): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (let index = 0; index < count; index++) yield create(index);
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function host(id: number) {
  const name = `db-${id}.example`;
  const seen = { created: newest - 90 * 86_400, updated: newest, deleted: 0, lastSeen: newest };
  const machine = { status: 1, tags: [], os: "Linux", arch: "x86_64", discovered: 0 };
  const bindings = [`10.0.0.${id}:3306`];
  return {
    id,
    uuid: hashOf(name).slice(0, 32),
    name,
    type: "mysql",
    parent: 0,
    bindings,
    description: "",
    ...seen,
    ...machine,
  };
}

function digest(index: number) {
  const table = `table_${index % 500}`;
  const verb = ["select", "insert", "update", "delete"][index % 4] ?? "select";
  const text =
    `${verb} /* statement ${index} */ t.id, t.name, t.price, t.created_at from ${table} as t ` +
    `join customers_${index % 10_000} as c on c.id = t.customer_id where c.country = ? and t.id in (?) order by t.id`;
  const commonHost = 2 + (index % (hosts - 1));
  return {
    id: hashOf(text).slice(0, 16),
    digest: text,
    firstSeen: newest - 86_400 * days + index,
    lastSeen: newest - (index % (86_400 * days)),
    tags: [
      { key: "app", values: [`app-${index % 10}`] },
      { key: "table", values: [table] },
    ],
    hosts: index % 5000 === 0 ? [rareHost, commonHost] : [commonHost, 2 + ((index * 7) % (hosts - 1))],
  };
}

/** One event in 200 is global, and one in 10,000 is on the rare host. */
function event(index: number, count: number) {
  const isGlobal = index % 200 === 0;
  const hostId = index % 10_000 === 1 ? rareHost : 2 + (index % (hosts - 1));
  const message = `Version ${index % 1000} of the shop was deployed.`;
  return {
    start: newest - Math.floor(((count - 1 - index) / count) * 86_400 * days),
    uuid: index.toString(16).padStart(32, "0"),
    ...(isGlobal ? {} : { host: hostId }),
    type: ["code deployment", "backup", "Agent Startup"][index % 3] ?? "backup",
    duration: 0,
    level: "info" as const,
    digest: String(index % 1000),
    message,
  };
}

export function alertNamed(name: string, metric: string) {
  return {
    alert: { name, annotations: "", policy: 1, type: 2, disabled: 0, destinations: [1] },
    config: {
      hosts: [],
      host_types: ["mysql"],
      alert_level: "warn",
      metric,
      trigger: 90,
      duration: 1,
      reset: 80,
    },
  } satisfies SeedAlert;
}
