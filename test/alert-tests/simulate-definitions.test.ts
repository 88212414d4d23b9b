/** Simulations of definitions for programs: names and times as a test file has them. */
import { simulateDefinitions, type SimulatedTimeline } from "../../src/alert-tests";
import { type Problem, ProblemError } from "../../src/diagnostics";
import { type AlertDefinition } from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";

const place = { file: "alerts.yaml" };
const cpu: AlertDefinition = { ...cpuHigh, destinations: ["#db-alerts", 2], place };
const deploy: AlertDefinition = { ...deployed, host_types: [], destinations: [], place };
const timeline: SimulatedTimeline = {
  hosts: [{ name: "db1", type: "mysql" }],
  durations: { 2: "5m" },
};

it("returns the firings with the names of alerts, hosts and destinations", () => {
  const firings = simulateDefinitions([deploy, cpu], {
    ...timeline,
    metrics: [{ host: "db1", metric: "os.cpu.user_us", every: "1m", values: "1x9 0 1x9" }],
    events: [
      { at: "1m", type: "deploy", level: "crit" },
      { at: 90, type: "deploy", host: "db1" },
    ],
    changes: [{ at: "12m", alert: "CPU high", set: { destinations: [2] } }],
    until: "20m",
  });
  const onDb = { alert: "CPU high", host: "db1", level: "warn" };
  const global = { alert: "Deployed", notifies: [], resolves: undefined };
  expect(firings).toEqual([
    { ...global, at: "1m", host: undefined, level: "crit" },
    { ...global, at: "1m30s", host: "db1", level: "info" },
    { ...onDb, at: "5m", resolves: "10m", notifies: ["#db-alerts", 2] },
    { ...onDb, at: "18m", resolves: undefined, notifies: [2] },
  ]);
});

it("fires an event alert on the events of threshold alerts, also of those that a change makes", () => {
  const onThreshold: AlertDefinition = {
    ...deploy,
    condition: { kind: "event", categories: ["Threshold Alert"] },
  };
  const firings = simulateDefinitions([onThreshold, cpu], {
    ...timeline,
    metrics: [{ host: "db1", metric: "mysql.threads", every: "1m", values: "90x12" }],
    changes: [{ at: 0, alert: "CPU high", set: { threshold: { metric: "mysql.threads" } } }],
  });
  expect(firings.map(({ alert, at }) => [at, alert])).toEqual([
    ["6m", "CPU high"],
    ["6m", "Deployed"],
  ]);
});

it("fires nothing without inputs", () => {
  expect(simulateDefinitions([deploy, cpu], {})).toEqual([]);
});

it.each<[string, SimulatedTimeline, (string | number)[], string]>([
  [
    "an invalid time",
    { events: [{ at: "soon", type: "deploy" }] },
    ["events", 0, "at"],
    'events[0].at is not a time of up to one year: "soon".',
  ],
  [
    "an unknown host",
    { ...timeline, events: [{ at: 1, type: "deploy", host: "db9" }] },
    ["events", 0, "host"],
    'hosts has no host "db9".',
  ],
  [
    "an invalid time of an environment",
    { durations: { "2": "soon" } },
    ["durations", "2"],
    'durations.2 is not a time of up to one year: "soon".',
  ],
  [
    "a missing key",
    { metrics: [{ host: "db1", metric: "lag", every: "1m" } as never] },
    ["metrics", 0, "values"],
    "Missing required key metrics[0].values.",
  ],
])("throws for %s, with the path in the timeline", (_, input, field, what) => {
  const problems = (): readonly Problem[] => {
    try {
      simulateDefinitions([deploy], input);
      return [];
    } catch (error) {
      if (error instanceof ProblemError) return error.problems;
      throw error;
    }
  };
  expect(problems()).toMatchObject([{ severity: "error", what, where: { field } }]);
});
