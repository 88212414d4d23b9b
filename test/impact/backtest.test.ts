/** Back-tests of alerts: a table of histories, changes and sentences. */
import {
  Backtest,
  type BacktestSubject,
  backtestSentence,
  type Completeness,
  historySentence,
} from "../../src/impact";
import { backtestSchemas } from "../../src/plan-document";
import { readHost, type ServiceEvent } from "../../src/service";

const until = Date.UTC(2026, 10, 22, 22) / 1000;
const day = 86_400;
const period = { from: until - 14 * day, until };
const names = { destinations: { "1": "#db-alerts", "2": "mail, for the team" } };
const hosts = [
  readHost({ id: 1, name: "db-1", type: "mysql" }),
  readHost({ id: 2, name: "db-2", type: "pgsql" }),
];
const policies = [
  { id: 1, name: "Every time", intervalSeconds: 0 },
  { id: 2, name: "Hourly", intervalSeconds: 3600 },
  { id: 3, name: "Unknown", intervalSeconds: undefined },
];
const durations = [
  { id: 1, name: undefined, seconds: 60 },
  { id: 2, name: undefined, seconds: undefined },
];

type Version = BacktestSubject["after"];

function eventAlert(categories: readonly string[], settings: Partial<Version> = {}): NonNullable<Version> {
  const config = { hosts: [], host_types: [], condition: { kind: "event" as const, categories } };
  return { policy: 1, disabled: false, destinations: [1], config, ...settings };
}

function thresholdAlert(settings: Partial<Version> = {}, duration = 1): NonNullable<Version> {
  const condition = {
    kind: "threshold" as const,
    alert_level: "crit" as const,
    metric: "os.cpu.user_us",
    trigger: 90,
    reset: 80,
    duration,
  };
  return {
    policy: 1,
    disabled: false,
    destinations: [1],
    config: { hosts: [], host_types: [], condition },
    ...settings,
  };
}

function event(type: string, start: number, host?: number): ServiceEvent {
  const digest = undefined;
  return { type, start, host, message: "", duration: 0, level: "info", uuid: undefined, digest };
}

const busyHour = Date.UTC(2026, 10, 18, 14) / 1000;
/** 3 releases, 37 deployments in one hour, one more deployment, and a restart of each host. */
const history = [
  ...[1, 2, 3].map((index) => event("release", until - 10 * day + index * 7200)),
  event("deployment", until - 9 * day),
  event("restart", until - 8 * day, 1),
  event("restart", until - 8 * day + 60, 2),
  ...Array.from({ length: 37 }, (_, index) => event("deployment", busyHour + index * 60)),
];

function run(
  before: Version,
  after: Version,
  events: readonly ServiceEvent[] = history,
  completeness: Completeness = { status: "complete" },
) {
  const backtest = new Backtest({
    subjects: [{ name: "Deploys", before, after }],
    hosts,
    policies,
    durations,
    period,
  });
  backtest.addEvents(events);
  const result = backtest.result(completeness);
  const { alertBacktest, backtest: summary } = backtestSchemas();
  summary.parse(result.history);
  const alert = result.alerts.get("Deploys");
  if (alert === undefined) throw new Error("the alert has no back-test");
  return {
    ...result,
    alert: alertBacktest.parse(alert),
    sentence: backtestSentence("Deploys", alert, result.history, names),
  };
}

const hourText = "(37 in the busiest hour, 2026-11-18 14:00Z)";

it.each<[string, Version, Version, string]>([
  [
    "an update",
    eventAlert(["release"]),
    eventAlert(["release", "deployment"]),
    `"Deploys": 3 -> 41 firings in 14 d ${hourText} -> #db-alerts`,
  ],
  [
    "a creation",
    undefined,
    eventAlert(["deployment"]),
    `"Deploys": 38 firings in 14 d ${hourText} -> #db-alerts`,
  ],
  [
    "a deletion",
    eventAlert(["release"]),
    undefined,
    '"Deploys": 3 firings in 14 d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts',
  ],
  [
    "a policy with an interval",
    eventAlert(["deployment"]),
    eventAlert(["deployment"], { policy: 2 }),
    '"Deploys": 38 -> 2 firings in 14 d (1 in the busiest hour, 2026-11-13 22:00Z) -> #db-alerts',
  ],
  [
    "a policy without a known interval",
    eventAlert(["release"]),
    eventAlert(["deployment"], { policy: 3 }),
    `"Deploys": 3 -> 38 matching events in 14 d, an upper bound of the firings (the service gives no interval for policy 3) ${hourText} -> #db-alerts`,
  ],
  [
    "an alert that is disabled",
    eventAlert(["release"]),
    eventAlert(["deployment"], { disabled: true }),
    '"Deploys": 3 -> 0 firings in 14 d (disabled, 38 matching events)',
  ],
  [
    "a category that was never seen",
    undefined,
    eventAlert(["deploymnt"]),
    '"Deploys": no matching events in 14 d: the category "deploymnt" was not seen. Did you mean "deployment"?',
  ],
  [
    "a change to a category that was never seen",
    eventAlert(["release"]),
    eventAlert(["xyz"]),
    '"Deploys": 3 firings -> no matching events in 14 d: the category "xyz" was not seen',
  ],
  [
    "one category of two that was never seen",
    undefined,
    eventAlert(["release", "xyz"]),
    '"Deploys": 3 firings in 14 d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts. The category "xyz" was not seen',
  ],
  [
    "a category of other hosts",
    undefined,
    eventAlert(["release"], {
      config: { hosts: [1], host_types: [], condition: { kind: "event", categories: ["release"] } },
    }),
    '"Deploys": 0 firings in 14 d',
  ],
  [
    "no destination",
    undefined,
    eventAlert(["release"], { destinations: [] }),
    '"Deploys": 3 firings in 14 d (1 in the busiest hour, 2026-11-13 00:00Z) -> nobody',
  ],
  [
    "a destination whose name looks like several",
    undefined,
    eventAlert(["release"], { destinations: [2, 9] }),
    '"Deploys": 3 firings in 14 d (1 in the busiest hour, 2026-11-13 00:00Z) -> "mail, for the team", destination 9',
  ],
  [
    "an incomplete alert",
    { ...eventAlert([]), config: undefined },
    eventAlert(["release"]),
    '"Deploys": 0 -> 3 firings in 14 d (1 in the busiest hour, 2026-11-13 00:00Z) -> #db-alerts',
  ],
  [
    "a threshold alert",
    undefined,
    thresholdAlert(),
    '"Deploys": not testable from the service, which has no history of metrics',
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
  expect(incomplete.sentence).toMatch(/^"Deploys": at least 3 firings in 14 d /);
  expect(historySentence(incomplete.history)).toBe(
    "14 d from 2026-11-08 22:00Z to 2026-11-22 22:00Z, 43 events, incomplete: it stopped",
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
    "14 d from 2026-11-08 22:00Z to 2026-11-22 22:00Z: no answer, because the events could not be read. The service failed.",
  );
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

describe("threshold alerts with values of metrics", () => {
  const at = (seconds: number) => (until - day + seconds) * 1000;
  const values = [95, 95, 95, 70, 95, 95, 70].map((value, index) => ({
    at: at(index * 60),
    host: "db-1",
    metric: "os.cpu.user_us",
    value,
  }));

  function replay(
    after: Version,
    extra: readonly { at: number; host: string; metric: string; value: number }[] = [],
  ) {
    const subjects = [{ name: "CPU", before: undefined, after }];
    const backtest = new Backtest({ subjects, hosts, policies, durations, period });
    expect(backtest.needsEvents).toBe(false);
    expect([...backtest.metrics]).toEqual(["os.cpu.user_us"]);
    for (const value of [...values, ...extra].reverse()) backtest.addMetricValue(value);
    const result = backtest.result({ status: "complete" });
    const alert = result.alerts.get("CPU");
    if (alert === undefined) throw new Error("the alert has no back-test");
    return {
      history: result.history,
      alert,
      sentence: backtestSentence("CPU", alert, result.history, names),
    };
  }

  it("[FIRE-1] counts the firings", () => {
    const { alert, history: used, sentence } = replay(thresholdAlert());
    expect(alert).toMatchObject({ after: { events: null, firings: 2 }, hosts: [{ id: 1, count: 2 }] });
    expect(used).toMatchObject({ metric_values: 7, digest: null, events: 0 });
    expect(sentence).toBe(
      '"CPU": 2 firings in 14 d (2 in the busiest hour, 2026-11-21 22:00Z) -> #db-alerts',
    );
  });

  it("ignores values of unknown hosts and from outside of the period", () => {
    const other = { host: "db-9", metric: "os.cpu.user_us", value: 95, at: at(0) };
    expect(
      replay(thresholdAlert(), [other, { ...other, host: "db-1", at: at(3 * day) }]).history.metric_values,
    ).toBe(7);
  });

  it("needs the length of the duration", () => {
    expect(replay(thresholdAlert({}, 2)).sentence).toBe('"CPU": the service gives no length for duration 2');
  });
});
