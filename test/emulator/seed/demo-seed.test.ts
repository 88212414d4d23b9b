/** The demo seed: reproducible and consistent. */
import { cleanSeed, type EnvironmentSeed } from "../../../src/emulator";
import {
  alertConfigWire,
  alertCreation,
  destinationWire,
  eventWire,
  hostWire,
  kindOfType,
  queryDigestWire,
  queryIdToHex,
  querySampleWire,
  readAlertConfig,
} from "../../../src/service";
import { VirtualClock } from "../../support/virtual-clock";

const day = 86_400;
const clock = new VirtualClock();
const now = clock.now() / 1000;
const seed = cleanSeed(clock);
const digests = [...(seed.digests ?? [])];
const samples = [...(seed.samples ?? [])];
const events = [...(seed.events ?? [])];
const alerts = [...(seed.alerts ?? [])];
const liveHosts = seed.hosts.filter(({ deleted }) => deleted === 0).map(({ id }) => id);
const textOf = ({ text = "" }) => Buffer.from(text, "base64").toString("utf8");

function moved(seconds: number): EnvironmentSeed {
  return cleanSeed({ now: () => (now + seconds) * 1000 });
}

it("equal times give equal seeds, and timestamps move with the time", () => {
  expect(cleanSeed(clock)).toEqual(seed);
  const later = moved(7 * day);
  expect([...(later.events ?? [])].map(({ start }) => start - 7 * day)).toEqual(
    events.map(({ start }) => start),
  );
  expect([...(later.samples ?? [])].map(({ ts }) => ts - 7 * day)).toEqual(samples.map(({ ts }) => ts));
});

it("matches the service's schemas at any time of day", () => {
  for (const hours of [0, 3, 9.5, 16, 23]) {
    const at = moved(hours * 3600);
    const fits = (schema: { parse: (value: unknown) => unknown }, values: Iterable<unknown> = []) => {
      for (const value of values) expect(schema.parse(value)).toEqual(value);
    };
    fits(hostWire, at.hosts);
    fits(destinationWire, at.destinations);
    fits(queryDigestWire, at.digests);
    fits(querySampleWire, at.samples);
    fits(eventWire, at.events);
    const seeded = [...(at.alerts ?? [])];
    fits(
      alertCreation,
      seeded.map(({ alert }) => alert),
    );
    const configured = seeded.flatMap(({ alert, config }) => (config === undefined ? [] : { alert, config }));
    expect(configured.length).toBeGreaterThan(1);
    for (const { alert, config } of configured) {
      fits(alertConfigWire, [config]);
      expect(readAlertConfig(config, kindOfType(alert.type))).toBeDefined();
    }
    for (const { start, duration } of at.events ?? []) {
      expect(start).toBeGreaterThan(now + hours * 3600 - 3.5 * day);
      expect(start + duration).toBeLessThanOrEqual(now + hours * 3600);
    }
  }
});

describe("query digests", () => {
  it("there are at least 40, with unique ids below and above 2^63", () => {
    expect(digests.length).toBeGreaterThanOrEqual(40);
    expect(new Set(digests.map(({ id }) => id)).size).toBe(digests.length);
    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(digests.length);
    expect(digests.filter(({ id }) => id >= "8").length).toBeGreaterThan(5);
    expect(digests.filter(({ id }) => id < "8").length).toBeGreaterThan(5);
  });

  it("have no literals, plausible times, tags and existing hosts", () => {
    for (const { digest, firstSeen, lastSeen, hosts = [], tags = [] } of digests) {
      expect(digest.replace(/\/\*.*\*\//, "")).not.toMatch(/[{}']|\d{3}/);
      expect(firstSeen).toBeGreaterThanOrEqual(now - 120 * day);
      expect(lastSeen).toBeGreaterThan(firstSeen);
      expect(lastSeen).toBeLessThanOrEqual(now);
      expect(hosts.length).toBeGreaterThan(0);
      expect(liveHosts).toEqual(expect.arrayContaining([...hosts]));
      expect(tags.map(({ key }) => key)).toEqual(["app", "table", "team"]);
    }
  });

  it("some are new, and some are no longer seen", () => {
    expect(digests.some(({ firstSeen }) => firstSeen >= now - 3 * day)).toBe(true);
    expect(digests.some(({ lastSeen }) => lastSeen < now - 7 * day)).toBe(true);
  });
});

describe("query samples", () => {
  const digestOf = (query: string) => digests.find(({ id }) => id === queryIdToHex(query));

  it("are from the last day, of existing digests, on hosts of these digests", () => {
    expect(new Set(samples.map(({ query }) => query)).size).toBeGreaterThan(digests.length / 2);
    for (const { query, host, ts, latency } of samples) {
      const digest = digestOf(query);
      expect(digest?.hosts).toContain(host);
      expect(ts).toBeGreaterThanOrEqual(now - day);
      expect(ts).toBeLessThanOrEqual(digest?.lastSeen ?? 0);
      expect(latency).toBeGreaterThan(0);
    }
    expect(samples.some(({ query }) => BigInt(query) > 2n ** 63n)).toBe(true);
  });

  it("have the digest's text with a literal at each question mark, unless truncated", () => {
    for (const sample of samples) {
      const text = textOf(sample);
      expect(text).not.toMatch(/\?|undefined/);
      const pieces = (digestOf(sample.query)?.digest ?? "").split("?");
      expect(text.startsWith(pieces[0] ?? "-")).toBe(true);
      const missing = pieces.filter((piece) => !text.includes(piece));
      expect(missing.length > 0 && !sample.truncated).toBe(false);
    }
    expect(samples.some(({ truncated }) => truncated)).toBe(true);
    expect(samples.some((sample) => /[^\x20-\x7e]/.test(textOf(sample)))).toBe(true);
    expect(new Set(samples.map(({ connectionId }) => connectionId === "")).size).toBe(2);
  });
});

describe("events", () => {
  it("are ordered by start, with unique uuids, global or on an existing host", () => {
    expect(events.map(({ start }) => start)).toEqual(
      events.map(({ start }) => start).sort((one, other) => one - other),
    );
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length);
    expect(liveHosts).toEqual(expect.arrayContaining(events.flatMap(({ host }) => host ?? [])));
    expect(new Set(events.map(({ level }) => level))).toEqual(new Set(["info", "warn", "crit"]));
    expect(events.some(({ host }) => host === undefined)).toBe(true);
  });

  it("include two deployments a day, a backup per server and night, and one fired alert", () => {
    const ofType = (type: string) => events.filter((event) => event.type === type);
    expect(ofType("code deployment")).toHaveLength(6);
    expect(ofType("backup")).toHaveLength(6);
    expect(ofType("Threshold Alert")).toHaveLength(1);
    for (const type of ["load test", "Agent Startup", "Database Server Restart", "High Swap Activity"]) {
      expect(ofType(type)).not.toEqual([]);
    }
  });
});

describe("alerts", () => {
  it("refer to existing objects", () => {
    const ids = (elements: readonly { id: number }[]) => elements.map(({ id }) => id);
    for (const { alert, config } of alerts) {
      expect(ids(seed.policies)).toContain(alert.policy);
      expect(ids(seed.destinations)).toEqual(expect.arrayContaining(alert.destinations));
      expect(liveHosts).toEqual(expect.arrayContaining(config?.hosts ?? []));
    }
    const durations = alerts.flatMap(({ config }) => config?.duration ?? []);
    expect(ids(seed.durations)).toEqual(expect.arrayContaining(durations));
    const queries = alerts.flatMap(
      ({ config }) => /^host\.queries\.q\.(\w+)\./.exec(String(config?.metric))?.slice(1) ?? [],
    );
    expect([durations, queries]).not.toContainEqual([]);
    expect(digests.map(({ id }) => id)).toEqual(expect.arrayContaining(queries));
  });

  it("have both types; one is disabled, one incomplete, one on a query metric", () => {
    expect(new Set(alerts.map(({ alert }) => alert.name)).size).toBe(alerts.length);
    expect(new Set(alerts.map(({ alert }) => alert.type))).toEqual(new Set([1, 2]));
    expect(alerts.filter(({ alert }) => alert.disabled === 1)).toHaveLength(1);
    expect(alerts.filter(({ config }) => config === undefined)).toHaveLength(1);
    expect(alerts.filter(({ config }) => String(config?.metric).startsWith("host.queries.q."))).toHaveLength(
      1,
    );
  });
});
