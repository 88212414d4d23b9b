/** Laws that hold for every timeline of every set of alerts. */
import fc from "fast-check";
import {
  type AlertChange,
  type ConfiguredAlert,
  type MetricValue,
  type SimulatedEvent,
} from "../../src/alerting";
import { groupBy } from "../../src/diagnostics";
import { type ListedInput, simulate } from "../support/simulate";

const categories = ["deploy", "backup", "Threshold Alert"];
const metrics = ["lag", "load"];
const types = ["mysql", "os"];
const hosts = [1, 2, 3].map((id) => ({ id, type: types[id % 2] ?? "os", isDeleted: false }));
const seconds = (max: number) => fc.nat(max).map((second) => second * 1000);

const condition = fc.oneof(
  fc.record({ kind: fc.constant("event" as const), categories: fc.subarray(categories, { minLength: 1 }) }),
  fc.record({
    kind: fc.constant("threshold" as const),
    metric: fc.constantFrom(...metrics),
    trigger: fc.integer({ min: 2, max: 5 }),
    reset: fc.integer({ min: 1, max: 6 }),
    duration: fc.integer({ min: 1, max: 3 }),
    alert_level: fc.constantFrom("info" as const, "warn" as const, "crit" as const),
  }),
);
const settings = fc.record({
  policy: fc.integer({ min: 1, max: 2 }),
  disabled: fc.boolean(),
  destinations: fc.subarray([7, 8]),
  config: fc.record({
    hosts: fc.subarray([1, 2, 3], { maxLength: 2 }),
    host_types: fc.subarray(types, { maxLength: 1 }),
    condition,
  }),
});
const alerts = fc
  .array(settings, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((alert, index): ConfiguredAlert => ({ id: index + 1, ...alert })));
const values: fc.Arbitrary<MetricValue[]> = fc.array(
  fc.record({
    at: seconds(300),
    host: fc.integer({ min: 1, max: 3 }),
    metric: fc.constantFrom(...metrics),
    value: fc.nat(8),
  }),
  { maxLength: 20 },
);
const events: fc.Arbitrary<SimulatedEvent[]> = fc.array(
  fc.record({
    at: seconds(300),
    type: fc.constantFrom(...categories),
    host: fc.constantFrom(undefined, 1, 2, 3),
  }),
  { maxLength: 10 },
);
/** Changes of everything but the kind, which is fixed. */
const changes = fc.array(
  fc.record({
    at: seconds(300),
    id: fc.integer({ min: 1, max: 4 }),
    action: fc.oneof(
      fc.constant("delete" as const),
      fc.record({ disabled: fc.boolean(), duration: fc.integer({ min: 1, max: 3 }) }),
    ),
  }),
  { maxLength: 4 },
);

function changed(alert: ConfiguredAlert, { disabled, duration }: { disabled: boolean; duration: number }) {
  const { condition } = alert.config;
  if (condition.kind === "event") return { ...alert, disabled };
  return { ...alert, disabled, config: { ...alert.config, condition: { ...condition, duration } } };
}

const timelines: fc.Arbitrary<ListedInput> = fc
  .record({ alerts, values, events, changes, window: seconds(60), until: seconds(400) })
  .map(({ changes, window, ...input }) => ({
    ...input,
    hosts,
    policyIntervalsMs: new Map([[2, 45_000]]),
    durationsMs: new Map([
      [2, 10_000],
      [3, 40_000],
    ]),
    propagationWindowMs: window,
    changes: changes.map(({ at, id, action }): AlertChange => {
      const alert = input.alerts.find((other) => other.id === id);
      return { at, id, alert: action === "delete" ? undefined : alert && changed(alert, action) };
    }),
  }));

const options = { numRuns: 300, seed: 20261122 };

it("gives the same result if other events divide the timeline into steps", () => {
  fc.assert(
    fc.property(timelines, fc.array(seconds(400), { maxLength: 5 }), (input, stops) => {
      const steps = stops.map((at) => ({ at, type: "an event of no alert" }));
      expect(simulate({ ...input, events: [...(input.events ?? []), ...steps] })).toEqual(simulate(input));
    }),
    options,
  );
});

it("does not depend on the order of inputs that commute: of other times, hosts or metrics", () => {
  const key = (firing: object) => JSON.stringify(firing);
  fc.assert(
    fc.property(timelines, fc.infiniteStream(fc.nat()), (input, numbers) => {
      // Values of one time, host and metric do not commute: the last one holds.
      const distinct = [
        ...new Map(input.values?.map((v) => [[v.at, v.host, v.metric].join(), v] as const)).values(),
      ];
      // Nor do changes of one alert at one time.
      const writes = [...new Map(input.changes?.map((c) => [[c.at, c.id].join(), c] as const)).values()];
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((item) => ({ item, rank: numbers.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ item }) => item);
      // Nor do events of one time and host: within the policy's interval, the first one wins.
      const events = [...new Map(input.events?.map((e) => [[e.at, e.host].join(), e] as const)).values()];
      const one = simulate({ ...input, values: distinct, events, changes: writes });
      const other = simulate({
        ...input,
        values: shuffle(distinct),
        events: shuffle(events),
        changes: shuffle(writes),
      });
      expect(other.map(key).sort()).toEqual(one.map(key).sort());
    }),
    options,
  );
});

it("does not change if a host is added that no alert applies to and no input names", () => {
  fc.assert(
    fc.property(timelines, (input) => {
      const added = { id: 99, type: "redis", isDeleted: false };
      expect(simulate({ ...input, hosts: [...input.hosts, added] })).toEqual(simulate(input));
    }),
    options,
  );
});

it("does not change the other firings if an input of a host out of scope is added", () => {
  fc.assert(
    fc.property(timelines, fc.nat(8), seconds(300), (input, value, at) => {
      const added = { id: 99, type: "redis", isDeleted: false };
      const filtered = input.alerts.map((alert) => ({
        ...alert,
        config: { ...alert.config, host_types: [...alert.config.host_types, "mysql"] },
      }));
      const changes = input.changes?.map((change) => ({
        ...change,
        alert: change.alert && filtered.find(({ id }) => id === change.id),
      }));
      const base = { ...input, alerts: filtered, ...(changes === undefined ? {} : { changes }) };
      const more = {
        ...base,
        hosts: [...input.hosts, added],
        values: [...(input.values ?? []), { host: 99, metric: "lag", value, at }],
        events: [...(input.events ?? []), { at, type: "deploy", host: 99 }],
      };
      expect(simulate(more)).toEqual(simulate(base));
    }),
    options,
  );
});

it("never fires twice without a resolution, nor within the policy's interval", () => {
  fc.assert(
    fc.property(timelines, (input) => {
      const deleted = new Set(input.changes?.filter(({ alert }) => alert === undefined).map(({ id }) => id));
      const firings = simulate(input).filter(({ alert }) => !deleted.has(alert));
      for (const inScope of groupBy(firings, ({ alert, host }) => `${alert} ${host ?? ""}`).values()) {
        inScope.reduce((before, firing) => {
          const alert = input.alerts.find(({ id }) => id === firing.alert);
          const interval = alert?.policy === 2 ? 45_000 : 0;
          expect(firing.at).toBeGreaterThanOrEqual(before.at + interval);
          const endedAt = before.kind === "threshold" ? before.resolvedAt : before.at;
          expect(endedAt).toBeLessThanOrEqual(firing.at);
          return firing;
        });
      }
    }),
    options,
  );
});
