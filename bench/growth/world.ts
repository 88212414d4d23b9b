/** Inputs of the measured commands, of a given size: files, and the content of the service. */
import { emptySeed, type EnvironmentSeed, type SeedAlert } from "../../src/emulator";

export interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly seed?: Partial<EnvironmentSeed>;
  /** Number of environments in dbmon.yaml, all with the same content (default: none). */
  readonly environments?: number;
}

const now = Math.floor(Date.now() / 1000) - 3600;
const day = 86_400;
const firstEvent = now - 12 * day;

export function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** One alert of four is an event alert. Ten alerts watch the same metric. */
export function alertOf(index: number) {
  const settings = { name: `alert ${index}`, policy: "Every time", destinations: [`#team-${index % 20}`] };
  if (index % 4 === 3) return { ...settings, event: { categories: [`category ${index % 500}`] } };
  const metric = `shop.metric${Math.floor(index / 10)}`;
  const threshold = { alert_level: "warn", metric, trigger: 90 + (index % 7), duration: "1m", reset: 80 };
  return { ...settings, host_types: ["mysql"], threshold };
}

export const definitionsOf = (alerts: readonly object[], head = "") =>
  `${head}alerts:\n${alerts.map((alert) => `  - ${JSON.stringify(alert)}\n`).join("")}`;

export const definitions = (count: number, change: (index: number) => object = () => ({})) => ({
  "alerts.yaml": definitionsOf(each(count, (index) => ({ ...alertOf(index), ...change(index) }))),
});

/** The live alerts of `definitions`. */
export const liveAlerts = (count: number, change: (index: number) => object = () => ({})) =>
  each(count, (index): SeedAlert => {
    const { event, threshold, name } = { event: undefined, threshold: undefined, ...alertOf(index) };
    const destinations = [1 + (index % 20)];
    const type = event === undefined ? 2 : 1;
    const condition = event ?? { host_types: ["mysql"], ...threshold, duration: 1 };
    return {
      alert: { name, annotations: "", policy: 1, type, disabled: 0, destinations, ...change(index) },
      config: { hosts: [], host_types: [], ...condition } as SeedAlert["config"] & object,
    };
  });

export const hosts = (count: number) =>
  each(count, (index) => ({
    id: index + 1,
    uuid: index.toString(16).padStart(32, "0"),
    name: `db-${index}`,
    ...{ type: "mysql", parent: 0, bindings: [], description: "", status: 1, os: "Linux", arch: "x86_64" },
    ...{ created: now, updated: now, deleted: 0, lastSeen: now, discovered: 0 },
    tags: [`role:r${index % 10}`, `cluster:c${index}`],
  }));

export const destinations = (count: number) =>
  each(count, (index) => ({
    id: index + 1,
    name: `#team-${index}`,
    ...{ integration: 1, config: { recipient_email: ["x@y.example"] }, status: 1, updated: 1 },
  }));

/** Over 12 days. Half of them are recorded firings. */
export const events = (count: number, hostCount = 20) =>
  each(count, (index) => ({
    start: Math.floor(firstEvent + (index * 12 * day) / count),
    uuid: index.toString(16).padStart(32, "0"),
    ...{ host: 1 + ((index * 7919) % hostCount), duration: 0, digest: "1", level: "info" as const },
    ...(index % 2 === 0
      ? {
          type: "Threshold Alert",
          message: `Metric shop.metric${index % 100} at 99999, greater than trigger threshold of ${90 + (index % 7)} for 60 seconds`,
        }
      : { type: `category ${index % 500}`, message: `Version ${index}` }),
  }));

/** Files by their names. */
export const namesOf = (count: number, suffix: string, content: (index: number) => string) =>
  Object.fromEntries(each(count, (index) => [`team/${index}${suffix}.yaml`, content(index)]));

export const rules = (count: number) => ({
  "dbmon.yaml": `rules:\n${each(count, (index) => `  - { name: rule-${index}, expression: 'alert.name != "${index}"' }\n`).join("")}`,
});

/** A catalog of destinations. */
export const catalogOf = (count: number) => ({
  "catalog.json": JSON.stringify({
    destinations: each(count, (index) => ({ name: `#team-${index}`, id: index + 1 })),
  }),
});

export const testOf = (
  index: number,
  name = `alert ${index}`,
  metric = `shop.metric${Math.floor(index / 10)}`,
) => ({
  name: `test of ${name}`,
  metrics: [{ host: "db-0", metric, every: "10s", values: "0x6 99x20" }],
  expect: { [name]: [{ fires: "2m10s" }] },
});

export const tests = (list: readonly object[], key: "tests" | "rules" = "tests") => ({
  "alerts.test.yaml": JSON.stringify({
    ...(key === "tests" ? { definitions: "alerts.yaml", hosts: [{ name: "db-0", type: "mysql" }] } : {}),
    [key]: list,
  }),
});

export const metricValues = (count: number) => ({
  "metrics.csv": `time,host,metric,value\n${each(count, (index) => `${firstEvent + index},db-${index % 10},shop.metric0,${index % 200}\n`).join("")}`,
});

/** One alert on all hosts. */
export const oneAlert = (count: number, named = each(count, (index) => `db-${index}`)): World => ({
  files: { "alerts.yaml": definitionsOf([{ ...alertOf(0), hosts: named, host_types: [] }]) },
  seed: { hosts: hosts(count) },
});

export const seedOf = (seed: Partial<EnvironmentSeed> = {}): EnvironmentSeed => ({
  ...emptySeed,
  destinations: destinations(20),
  hosts: hosts(20),
  ...seed,
});
