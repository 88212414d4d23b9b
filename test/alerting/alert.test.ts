/** Which alerts a cause fires on a host, regardless of the time. */
import { type RoutedCause, routesTo } from "../../src/alerting";
import { type AlertConfig, type AlertLevel } from "../../src/service";

const onMysql = { hosts: [], host_types: ["mysql"] };
const everywhere = { hosts: [], host_types: [] };

function onLevel(alert_level: AlertLevel, scope: Pick<AlertConfig, "hosts" | "host_types">) {
  const condition = {
    kind: "threshold",
    metric: "lag",
    trigger: 3,
    reset: 2,
    duration: 1,
    alert_level,
  } as const;
  return { disabled: false, destinations: [], config: { ...scope, condition } };
}

function onEvents(categories: string[], scope: Pick<AlertConfig, "hosts" | "host_types">) {
  return {
    disabled: false,
    destinations: [],
    config: { ...scope, condition: { kind: "event", categories } as const },
  };
}

const alerts = {
  crit: onLevel("crit", everywhere),
  warn: onLevel("warn", everywhere),
  critOnMysql: onLevel("crit", onMysql),
  disabled: { ...onLevel("crit", everywhere), disabled: true },
  deploy: onEvents(["deploy", "backup"], everywhere),
  deployOnMysql: onEvents(["deploy"], onMysql),
  /** The type of the events that threshold alerts generate is a category like others. */
  crits: onEvents(["crit"], everywhere),
};

const mysql = { id: 1, type: "mysql" };
const os = { id: 2, type: "os" };

it.each<[string, RoutedCause, typeof mysql | undefined, string[]]>([
  ["a level on a host", { kind: "threshold", level: "crit" }, mysql, ["crit", "critOnMysql"]],
  ["a level on a host of another type", { kind: "threshold", level: "crit" }, os, ["crit"]],
  ["another level", { kind: "threshold", level: "warn" }, mysql, ["warn"]],
  ["a level that no alert has", { kind: "threshold", level: "info" }, mysql, []],
  ["an event on a host", { kind: "event", category: "deploy" }, mysql, ["deploy", "deployOnMysql"]],
  ["a global event", { kind: "event", category: "deploy" }, undefined, ["deploy"]],
  ["an event of the second category", { kind: "event", category: "backup" }, mysql, ["deploy"]],
  ["an event whose category is the name of a level", { kind: "event", category: "crit" }, mysql, ["crits"]],
])("%s fires the enabled alerts of its cause in whose scope the host is", (_, cause, host, expected) => {
  const fired = routesTo(Object.values(alerts), cause, host);
  expect(fired).toEqual(
    Object.entries(alerts).flatMap(([name, alert]) => (expected.includes(name) ? [alert] : [])),
  );
  expect(fired).toHaveLength(expected.length);
});
