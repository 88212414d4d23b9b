/** Back-tests of alerts: a table of histories, changes and sentences. */
import { Backtest, formatPeriod, historySentence } from "../../src/impact";
import { type ServiceEvent } from "../../src/service";
import {
  busyHour,
  day,
  durations,
  event,
  eventAlert,
  history,
  hosts,
  period,
  policies,
  run,
  thresholdAlert,
  until,
  type Version,
} from "./backtest-fixture";

const hourText = "(37 in the busiest hour, 2026-11-18 14:00Z)";

it.each<[string, Version, Version, string]>([
  [
    "an update",
    eventAlert(["release"]),
    eventAlert(["release", "deployment"]),
    `"Deploys": 3 -> 41 firings in 14d ${hourText} -> #db-alerts`,
  ],
  [
    "a creation",
    undefined,
    eventAlert(["deployment"]),
    `"Deploys": 38 firings in 14d ${hourText} -> #db-alerts`,
  ],
  [
    "a deletion",
    eventAlert(["release"]),
    undefined,
    '"Deploys": 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts',
  ],
  [
    "a policy with an interval",
    eventAlert(["deployment"]),
    eventAlert(["deployment"], { policy: 2 }),
    '"Deploys": 38 -> 2 firings in 14d (1 in the busiest hour, 2026-11-13 22:00Z) -> #db-alerts',
  ],
  [
    "a policy without a known interval",
    eventAlert(["release"]),
    eventAlert(["deployment"], { policy: 3 }),
    `"Deploys": 3 -> 38 matching events in 14d, an upper bound of the firings (the service gives no interval for policy 3) ${hourText} -> #db-alerts`,
  ],
  [
    "an alert that is disabled",
    eventAlert(["release"]),
    eventAlert(["deployment"], { disabled: true }),
    '"Deploys": 3 -> 0 firings in 14d (disabled, 38 matching events)',
  ],
  [
    "a category that was never seen",
    undefined,
    eventAlert(["deploymnt"]),
    '"Deploys": no matching events in 14d: the category "deploymnt" was not seen. Did you mean "deployment"?',
  ],
  [
    "a change to a category that was never seen",
    eventAlert(["release"]),
    eventAlert(["xyz"]),
    '"Deploys": 3 firings -> no matching events in 14d: the category "xyz" was not seen',
  ],
  [
    "one category of two that was never seen",
    undefined,
    eventAlert(["release", "xyz"]),
    '"Deploys": 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts. The category "xyz" was not seen',
  ],
  [
    "a category of other hosts",
    undefined,
    eventAlert(["release"], {
      config: { hosts: [1], host_types: [], condition: { kind: "event", categories: ["release"] } },
    }),
    '"Deploys": 0 firings in 14d',
  ],
  [
    "no destination",
    undefined,
    eventAlert(["release"], { destinations: [] }),
    '"Deploys": 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> nobody',
  ],
  [
    "a destination whose name looks like several",
    undefined,
    eventAlert(["release"], { destinations: [2, 9] }),
    '"Deploys": 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> "mail, for the team", destination 9',
  ],
  [
    "an incomplete alert",
    { ...eventAlert([]), config: undefined },
    eventAlert(["release"]),
    '"Deploys": 0 -> 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts',
  ],
  [
    "a threshold alert",
    undefined,
    thresholdAlert(),
    '"Deploys": not tested: dbmon reads no history of metrics. Use --metrics FILE.',
  ],
])("describes %s", (_, before, after, sentence) => {
  expect(run(before, after).sentence).toBe(sentence);
});

it("counts events, firings, hosts and notifications before and after the change", () => {
  const { alert } = run(
    eventAlert(["restart"], { destinations: [1] }),
    eventAlert(["restart", "release"], { policy: 2, destinations: [2] }),
  );
  expect(alert).toEqual({
    before: { events: 2, firings: 2 },
    after: { events: 5, firings: 5 },
    busiest_hour: { start: "2026-11-14T22:00:00Z", count: 2 },
    hosts: [
      { id: null, count: 3 },
      { id: 1, count: 1 },
      { id: 2, count: 1 },
    ],
    host_count: 3,
    destinations: [
      { id: 1, before: 2, after: 0 },
      { id: 2, before: 0, after: 5 },
    ],
    timeline: [
      { slot: 17, before: 0, after: 2 },
      { slot: 18, before: 0, after: 1 },
      { slot: 25, before: 2, after: 2 },
    ],
  });
});

it("has null for unknown firings, for the alert before a creation, and for the alert after a deletion", () => {
  const unknown = run(undefined, eventAlert(["release"], { policy: 3 })).alert;
  expect(unknown).toMatchObject({ before: null, after: { events: 3, firings: null } });
  expect(unknown.destinations).toEqual([{ id: 1, before: 0, after: null }]);
  expect(run(eventAlert(["release"]), undefined).alert).toMatchObject({
    before: { events: 3, firings: 3 },
    after: null,
  });
});

it("matches an event of an unlisted host by its id only", () => {
  const withHosts = (ids: readonly number[], host_types: readonly string[]) =>
    eventAlert(["restart"], {
      config: { hosts: ids, host_types, condition: { kind: "event", categories: ["restart"] } },
    });
  const events = [event("restart", until - day, 77)];
  expect(run(withHosts([77], []), withHosts([], ["mysql"]), events).alert).toMatchObject({
    before: { events: 1 },
    after: { events: 0 },
  });
});

it("says that numbers are lower bounds if the events are incomplete, and has no answer without events", () => {
  const incomplete = run(undefined, eventAlert(["release"]), history, {
    status: "incomplete",
    reason: "it stopped",
  });
  expect(incomplete.sentence).toMatch(/^"Deploys": at least 3 firings in 14d /);
  expect(historySentence(incomplete.history)).toBe(
    "14d from 2026-11-08 22:00Z to 2026-11-22 22:00Z, 43 events, incomplete: it stopped",
  );
  const backtest = new Backtest({
    subjects: [{ name: "Deploys", before: undefined, after: eventAlert(["release"]) }],
    hosts,
    policies,
    durations,
    period,
  });
  const failed = backtest.result({ status: "failed", reason: "The service failed." });
  expect(failed.alerts.size).toBe(0);
  expect(failed.history.digest).toBeNull();
  expect(historySentence(failed.history)).toBe(
    "14d from 2026-11-08 22:00Z to 2026-11-22 22:00Z: no answer, because the events could not be read. The service failed.",
  );
});

it("lists the ten hosts with the most firings, and destinations by their ids", () => {
  const events = Array.from({ length: 12 }, (_, host) =>
    Array.from({ length: host % 3 === 0 ? 2 : 1 }, (__, index) =>
      event("restart", until - day + index, 12 - host),
    ),
  ).flat();
  const sorted = events.sort((a, b) => a.start - b.start);
  const { alert } = run(undefined, eventAlert(["restart"], { destinations: [10, 9, 2] }), sorted);
  expect(alert.hosts).toEqual([
    ...[3, 6, 9, 12].map((id) => ({ id, count: 2 })),
    ...[1, 2, 4, 5, 7, 8].map((id) => ({ id, count: 1 })),
  ]);
  expect(alert.host_count).toBe(12);
  expect(alert.destinations.map(({ id }) => id)).toEqual([2, 9, 10]);
});

it("omits the timeline and the hosts of an alert without events, and of an alert that cannot fire", () => {
  expect(run(undefined, eventAlert(["none"])).alert).toEqual({
    before: null,
    after: { events: 0, firings: 0 },
    hosts: [],
    host_count: 0,
    destinations: [{ id: 1, before: 0, after: 0 }],
    unseen_categories: [{ category: "none", similar: [] }],
  });
  expect(run({ ...eventAlert([]), config: undefined }, undefined).alert).toEqual({
    before: { events: 0, firings: 0 },
    after: null,
    hosts: [],
    host_count: 0,
    destinations: [],
  });
});

it("compares events if the firings of one version are unknown", () => {
  const { alert } = run(eventAlert(["release"]), eventAlert(["deployment"], { policy: 3 }));
  expect(alert.timeline?.at(-1)).toMatchObject({ before: 0, after: 37 });
  expect(alert).toMatchObject({ unknown: "the service gives no interval for policy 3" });
  expect(run(eventAlert(["release"]), eventAlert(["release"], { policy: 9 })).alert.after).toEqual({
    events: 3,
    firings: null,
  });
});

it("says which of several categories were not seen", () => {
  const sentence = (...categories: string[]) => run(undefined, eventAlert(categories)).sentence;
  expect(sentence("release", "releese")).toBe(
    '"Deploys": 3 firings in 14d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts. The category "releese" was not seen. Did you mean "release"?',
  );
  expect(sentence("v", "w", "x", "y", "z")).toBe(
    '"Deploys": no matching events in 14d: the categories "v", "w", "x" and 2 more were not seen',
  );
  expect(run(eventAlert(["release"]), eventAlert(["zzzzzz"])).sentence).toBe(
    '"Deploys": 3 firings -> no matching events in 14d: the category "zzzzzz" was not seen',
  );
});

it("has the history of an event, of values and of threshold alerts only", () => {
  const summary = {
    from: "2026-11-08T22:00:00Z",
    until: "2026-11-22T22:00:00Z",
    completeness: "complete" as const,
  };
  const text = (parts: object) => historySentence({ ...summary, events: 0, digest: null, ...parts });
  const days = "14d from 2026-11-08 22:00Z to 2026-11-22 22:00Z";
  expect(text({})).toBe(days);
  expect(text({ events: 1, digest: "x" })).toBe(`${days}, 1 event, complete`);
  expect(text({ metric_values: 1 })).toBe(`${days}, 1 value of metrics`);
});

it.each([
  [90, "90s"],
  [5400, "90m"],
  [7200, "2h"],
  [86_400, "1d"],
  [999, "999s"],
  [1001, "16.7m"],
  [60_060, "16.7h"],
  [2_056_321, "23.8d"],
])("formats a period of %i seconds as %s", (seconds, text) => {
  expect(formatPeriod(seconds)).toBe(text);
});

it("has equal digests for equal events only, however they are divided into parts", () => {
  const digestOf = (...parts: (readonly ServiceEvent[])[]) => {
    const subjects = [{ name: "Deploys", before: undefined, after: eventAlert(["release"]) }];
    const backtest = new Backtest({ subjects, hosts, policies, durations, period });
    for (const part of parts) backtest.addEvents(part);
    return backtest.result({ status: "complete" }).history.digest;
  };
  const digest = digestOf(history);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf(history.slice(0, 5), history.slice(5))).toBe(digest);
  expect(digestOf(history.slice(1))).not.toBe(digest);
});

it.each([
  [36, undefined],
  [37, undefined],
  [3, busyHour],
])("reports an alert that fires more than %i times within an hour", (count, from) => {
  const backtest = new Backtest({
    subjects: [{ name: "Deploys", before: eventAlert(["deployment"]), after: eventAlert(["deployment"]) }],
    hosts,
    policies,
    durations,
    period,
    maxFirings: { count, windowMs: count === 36 ? 3600_000 / 2 : 3600_000 },
  });
  backtest.addEvents(history);
  const expected = from === undefined ? [] : [{ name: "Deploys", from: from * 1000, isUpperBound: false }];
  expect(backtest.result({ status: "complete" }).exceeded).toEqual(expected);
});
