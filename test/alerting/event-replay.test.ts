/** A replay of events fires the same alerts at the same times as a simulation. */
import fc from "fast-check";
import { type ConfiguredAlert, EventReplay, type SimulatedEvent } from "../../src/alerting";
import { simulate } from "../support/simulate";

const categories = ["deploy", "backup", "restart"];
const types = ["mysql", "os"];
const hosts = [1, 2, 3].map((id) => ({ id, type: types[id % 2] ?? "os", isDeleted: false }));
const intervals = new Map([
  [1, 0],
  [2, 5000],
  [3, 60_000],
]);

const alerts = fc
  .array(
    fc.record({
      policy: fc.integer({ min: 1, max: 3 }),
      disabled: fc.boolean(),
      destinations: fc.constant([]),
      config: fc.record({
        hosts: fc.subarray([1, 2, 3], { maxLength: 2 }),
        host_types: fc.subarray(types, { maxLength: 1 }),
        condition: fc.record({
          kind: fc.constant("event" as const),
          categories: fc.subarray(categories, { minLength: 1 }),
        }),
      }),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.map((alert, index): ConfiguredAlert => ({ id: index + 1, ...alert })));

const events = fc
  .array(
    fc.record({
      at: fc.nat(120).map((second) => second * 1000),
      type: fc.constantFrom(...categories, "other"),
      host: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 40 },
  )
  .map((list): SimulatedEvent[] => list.sort((a, b) => a.at - b.at));

it("[FIRE-4] [FIRE-5] [FIRE-6] fires as a simulation does", () => {
  fc.assert(
    fc.property(alerts, events, (ofAlerts, timeline) => {
      const replayed: unknown[] = [];
      const catalog = {
        host: (id: number) => hosts.find((host) => host.id === id),
        policyIntervalMs: (policy: number) => intervals.get(policy) ?? 0,
      };
      const replay = new EventReplay(ofAlerts, catalog, ({ id }, host) => ({
        onMatch: (at, isFiring) => {
          if (isFiring) replayed.push({ alert: id, host: host?.id, at });
        },
      }));
      for (const event of timeline) replay.raise(event, event.at);
      const simulated = simulate({
        alerts: ofAlerts,
        hosts,
        policyIntervalsMs: intervals,
        events: timeline,
        until: 200_000,
      }).map(({ alert, host, at }) => ({ alert, host, at }));
      expect(replayed).toEqual(simulated);
    }),
  );
});

it("reports the matching events of a disabled alert, which does not fire", () => {
  const condition = { kind: "event" as const, categories: ["deploy"] };
  const alert = {
    id: 1,
    policy: 1,
    disabled: true,
    destinations: [],
    config: { hosts: [], host_types: [], condition },
  };
  const matches: unknown[] = [];
  const catalog = { host: () => undefined, policyIntervalMs: () => 0 };
  const replay = new EventReplay([alert], catalog, () => ({
    onMatch: (at, isFiring) => matches.push({ at, isFiring }),
  }));
  replay.raise({ type: "deploy" }, 1000);
  expect(matches).toEqual([{ at: 1000, isFiring: false }]);
});
