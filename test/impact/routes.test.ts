/** Who is notified: the table of routes agrees with `routesTo` of alerting, and its groups and differences are exact. */
import fc from "fast-check";
import { routesTo } from "../../src/alerting";
import {
  alertsOfPlan,
  compareRoutes,
  describeTargets,
  groupRoutes,
  type RoutedAlert,
  RouteTable,
  routeTargets,
} from "../../src/impact";
import { type AlertLevel, type Host, readHost } from "../../src/service";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const host = (id: number, type: string): Host => readHost({ id, name: `db-${id}`, type, deleted: 0 });
const hosts = [host(1, "mysql"), host(2, "mysql"), host(3, "pgsql")];

const alert = (name: string, level: AlertLevel, more: Partial<RoutedAlert["config"]> = {}): RoutedAlert => ({
  name,
  policy: 1,
  disabled: false,
  destinations: [1],
  config: {
    hosts: [],
    host_types: [],
    condition: { kind: "threshold", alert_level: level, metric: "m", trigger: 1, duration: 1, reset: 0 },
    ...more,
  },
});

const anyAlert = fc.record({
  name: fc.string(),
  policy: fc.constant(1),
  disabled: fc.boolean(),
  destinations: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  config: fc.record({
    hosts: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    host_types: fc.array(fc.constantFrom("mysql", "pgsql", "caf\u00e9"), { maxLength: 2 }),
    condition: fc.oneof(
      fc
        .uniqueArray(fc.constantFrom("deploy", "restart", "x"), { minLength: 1 })
        .map((categories) => ({ kind: "event" as const, categories })),
      fc.constantFrom("info" as const, "warn" as const, "crit" as const).map((alert_level) => ({
        kind: "threshold" as const,
        alert_level,
        ...{ metric: "m", trigger: 1, duration: 1, reset: 0 },
      })),
    ),
  }),
});

it("a table has the routes of routesTo for each cause on each host, and for events without a host", () => {
  fc.assert(
    fc.property(fc.array(anyAlert, { maxLength: 6 }), (alerts) => {
      const table = new RouteTable(alerts);
      const configured = alerts.map((routed, id) => ({ ...routed, id }));
      for (const target of routeTargets(alerts, hosts)) {
        const on = target.kind === "host" ? { id: target.id, type: target.type ?? "" } : undefined;
        const found = new Map(
          table.routesAt(target).map(({ cause, destinations }) => [JSON.stringify(cause), destinations]),
        );
        const causes = [
          ...(["info", "warn", "crit"] as const).map((level) => ({ kind: "threshold" as const, level })),
          ...["deploy", "restart", "x"].map((category) => ({ kind: "event" as const, category })),
        ];
        for (const cause of causes) {
          const isPossible = cause.kind === "event" || on !== undefined;
          const routes = isPossible ? routesTo(configured, cause, on) : [];
          const expected = [...new Set(routes.flatMap(({ destinations }) => destinations))].sort(
            (a, b) => a - b,
          );
          expect(found.get(JSON.stringify(cause))).toEqual(routes.length === 0 ? undefined : expected);
        }
      }
    }),
  );
});

it("hosts with equal routes are one group, and levels without an alert notify nobody", () => {
  const alerts = [alert("cpu", "crit", { host_types: ["mysql"] })];
  const groups = groupRoutes(new RouteTable(alerts), routeTargets(alerts, hosts));
  expect(
    groups.map(({ targets, routes }) => [
      targets.map((target) => (target.kind === "host" ? target.id : target.kind)),
      routes.map(({ destinations }) => destinations),
    ]),
  ).toEqual([
    [
      [1, 2],
      [[1], [], []],
    ],
    [[3], [[], [], []]],
  ]);
});

it("without hosts, the types and hosts that alerts name stand for them", () => {
  const alerts = [alert("one", "crit", { hosts: [7] }), alert("type", "warn", { host_types: ["redis"] })];
  expect(routeTargets(alerts, undefined, { "7": "db-7" })).toEqual([
    { kind: "host", id: 7, name: "db-7" },
    { kind: "host_type", type: "redis" },
    { kind: "other_hosts" },
    { kind: "global_events" },
  ]);
});

describe("the difference of a plan", () => {
  const names = { destinations: { "1": "#db-alerts", "2": "Pager" } };
  const cpu = { ...cpuHigh, destinations: [1] };
  const difference = (desired: typeof cpu) => {
    const live = [asLive(cpu, 1)];
    return compareRoutes(alertsOfPlan(planFor([desired], live), live), { hosts, names });
  };

  it("names the hosts, the level, and the destinations before and after", () => {
    expect(difference({ ...cpu, destinations: [] })).toEqual({
      changes: [
        {
          scope: "hosts",
          hosts: [
            { id: 1, name: "db-1" },
            { id: 2, name: "db-2" },
          ],
          level: "warn",
          before: [{ id: 1, name: "#db-alerts" }],
          after: [],
        },
      ],
      excluded_alerts: 0,
    });
  });

  it("is that of a mute, and none if only the condition changes", () => {
    expect(difference({ ...cpu, disabled: true })?.changes).toMatchObject([{ after: [] }]);
    expect(difference({ ...cpu, annotations: "https://new.example" })).toBeUndefined();
  });

  it("names types of hosts if the hosts are unknown, and all hosts if all change", () => {
    const live = [asLive(cpu, 1)];
    const alerts = alertsOfPlan(planFor([{ ...cpu, destinations: [2] }], live), live);
    expect(compareRoutes(alerts, { names })?.changes).toMatchObject([
      { scope: "host_types", host_types: ["mysql"] },
    ]);
    const all = asLive({ ...deployed, host_types: [], destinations: [1] }, 2);
    const removed = planFor([], [all], { prune: () => true });
    expect(compareRoutes(alertsOfPlan(removed, [all]), { names })?.changes).toMatchObject([
      { scope: "all_hosts", event: "deploy" },
      { scope: "all_hosts", event: "load test" },
      { scope: "global_events", event: "deploy" },
      { scope: "global_events", event: "load test" },
    ]);
  });

  it("counts active alerts whose configurations were not read", () => {
    const other = { alert: { ...asLive(deployed, 2).alert }, config: undefined };
    const live = [asLive(cpu, 1), other];
    const planned = planFor([{ ...cpu, destinations: [] }], [asLive(cpu, 1)]);
    expect(compareRoutes(alertsOfPlan(planned, live), { hosts, names })?.excluded_alerts).toBe(1);
  });
});

describe("the order", () => {
  const onEvents = (name: string, categories: string[], destinations: number[]): RoutedAlert => ({
    ...alert(name, "info", { condition: { kind: "event", categories } }),
    destinations,
  });
  const alerts = [
    onEvents("b", ["restart", "deploy"], [3, 1]),
    { ...alert("z", "info"), destinations: [2] },
    { ...alert("y", "crit"), destinations: [10, 9] },
    onEvents("a", ["deploy"], [2]),
    alert("x", "warn", { hosts: [9, 7], host_types: ["redis", "os"] }),
  ];

  it("of routes is levels, highest first, then categories, with sorted destinations and alerts", () => {
    const table = new RouteTable(alerts);
    const routes = table.routesAt({ kind: "host", id: 7, type: "os" });
    expect(routes.map(({ cause, ...route }) => ({ ...cause, ...route }))).toEqual([
      { kind: "threshold", level: "crit", destinations: [9, 10], alerts: ["y"] },
      { kind: "threshold", level: "warn", destinations: [1], alerts: ["x"] },
      { kind: "threshold", level: "info", destinations: [2], alerts: ["z"] },
      { kind: "event", category: "deploy", destinations: [1, 2, 3], alerts: ["a", "b"] },
      { kind: "event", category: "restart", destinations: [1, 3], alerts: ["b"] },
    ]);
    expect(table.categories).toEqual(["deploy", "restart"]);
  });

  it("of targets is that of the names of hosts, or of the IDs and types that alerts name", () => {
    const named = (id: number, name?: string) =>
      readHost({ id, type: "os", deleted: 0, ...(name && { name }) });
    const targets = routeTargets(alerts, [named(5, "b"), named(9), named(8), named(4, "a"), named(3, "b")]);
    expect(targets.map((target) => (target.kind === "host" ? target.id : target.kind))).toEqual([
      8,
      9,
      4,
      3,
      5,
      "global_events",
    ]);
    expect(
      routeTargets(alerts, undefined).map((target) =>
        target.kind === "host" ? target.id : target.kind === "host_type" ? target.type : target.kind,
      ),
    ).toEqual([7, 9, "os", "redis", "other_hosts", "global_events"]);
  });

  it("of differences is that of routes", () => {
    const table = (routed: readonly RoutedAlert[]) => routed.map((one) => ({ ...one, annotations: "" }));
    const compared = compareRoutes(
      { before: table([]), after: table(alerts.filter(({ name }) => name !== "x")), others: [], excluded: 0 },
      { hosts },
    );
    expect(compared?.changes.map(({ scope, level, event }) => [scope, level ?? event])).toEqual([
      ["hosts", "crit"],
      ["hosts", "info"],
      ["hosts", "deploy"],
      ["hosts", "restart"],
      ["global_events", "deploy"],
      ["global_events", "restart"],
    ]);
  });

  it("of groups is that of the selected causes, for which nobody may be notified", () => {
    const table = new RouteTable(alerts);
    const targets = routeTargets(alerts, [host(1, "mysql")]);
    const selected = (selection?: Parameters<typeof groupRoutes>[2]) =>
      groupRoutes(table, targets, selection).map((group) => [
        group.targets.map(({ kind }) => kind),
        group.routes.map(({ cause, alerts: names }) => [
          cause.kind === "event" ? cause.category : cause.level,
          names,
        ]),
      ]);
    const crit = ["crit", ["y"]];
    const warn = ["warn", []];
    const info = ["info", ["z"]];
    const deploy = ["deploy", ["a", "b"]];
    const restart = ["restart", ["b"]];
    expect(selected()).toEqual([
      [["host"], [crit, warn, info, deploy, restart]],
      [["global_events"], [deploy, restart]],
    ]);
    expect(selected({ levels: ["info", "crit"] })).toEqual([[["host"], [crit, info]]]);
    expect(selected({ categories: ["restart", "none"] })).toEqual([
      [["host"], [["none", []], restart]],
      [["global_events"], [["none", []], restart]],
    ]);
    expect(selected({ levels: ["warn"], categories: ["deploy"] })).toEqual([
      [["host"], [warn, deploy]],
      [["global_events"], [deploy]],
    ]);
  });

  it("names other hosts if only some of the unknown hosts have a route", () => {
    const all = routeTargets(alerts, undefined);
    const others = all.filter(({ kind }) => kind === "other_hosts" || kind === "global_events");
    expect(describeTargets(others, all)).toEqual([{ scope: "other_hosts" }, { scope: "global_events" }]);
    expect(describeTargets(all, all)).toEqual([{ scope: "all_hosts" }, { scope: "global_events" }]);
    const known = routeTargets(alerts, hosts);
    expect(describeTargets(known, known).map(({ scope }) => scope)).toEqual(["hosts", "global_events"]);
  });
});
