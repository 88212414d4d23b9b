/** The alerts of the demo environments. */
import { type AlertCondition, allHosts, hostsOfTypes, scopeOf } from "../../../service";
import { type SeedAlert } from "../environment-seed";
import { hosts } from "./catalog";
import { timeoutCategory } from "./events";
import { capturePayment, queryId } from "./queries";

type Settings = Pick<SeedAlert["alert"], "name" | "policy" | "destinations"> & Partial<SeedAlert["alert"]>;

const active = { annotations: "", disabled: 0 } as const;

function eventAlert(settings: Settings, types: readonly string[], categories: string[]): SeedAlert {
  const config = { ...scopeOf(hostsOfTypes(...types)), categories };
  return { alert: { ...active, type: 1, ...settings }, config };
}

function thresholdAlert(
  settings: Settings,
  host: number,
  condition: Omit<Extract<AlertCondition, { readonly kind: "threshold" }>, "kind">,
): SeedAlert {
  const config = { ...scopeOf({ ...allHosts, hosts: [host] }), ...condition };
  return { alert: { ...active, type: 2, ...settings }, config };
}

const queryMetric = `host.queries.q.${queryId(capturePayment)}.p99_latency_us`;

/** Created manually before the team managed alerts as code. */
export const shopAlerts: readonly SeedAlert[] = [
  thresholdAlert(
    {
      name: "db-1 is pegged (ask Jonas first)",
      annotations: "Usually the search index. https://wiki.shop.example/db-1",
      policy: 2,
      destinations: [2, 3],
    },
    hosts.primaryServer,
    { alert_level: "crit", metric: "os.cpu.user_us", trigger: 900_000, duration: 2, reset: 700_000 },
  ),
  eventAlert(
    { name: "🚨 A database is gone", policy: 1, destinations: [2] },
    ["mysql", "pgsql"],
    ["Host stopped sending data", "Database Server Restart"],
  ),
  thresholdAlert(
    {
      name: 'Slow "capture payment"',
      annotations: "The card processor waits 1 second, then gives up.",
      policy: 3,
      destinations: [4, 1],
    },
    hosts.postgres,
    { alert_level: "warn", metric: queryMetric, trigger: 250_000, duration: 3, reset: 150_000 },
  ),
  thresholdAlert(
    {
      name: "replica lag, too noisy",
      annotations: "Off since the move to db-2.",
      policy: 2,
      disabled: 1,
      destinations: [3],
    },
    hosts.replica,
    { alert_level: "info", metric: "mysql.repl.seconds_behind_master", trigger: 10, duration: 1, reset: 1 },
  ),
  eventAlert(
    { name: "Swap & connections", policy: 4, destinations: [1, 3] },
    ["os", "mysql"],
    ["High Swap Activity", "Approaching Max MySQL Connections"],
  ),
  // An incomplete alert: its configuration was never written.
  { alert: { ...active, name: "test, please ignore", policy: 1, type: 2, destinations: [5] } },
];

/** With {@link shopAlerts}, an audit reports each of its checks that need no rules. */
export const neglectedAlerts: readonly SeedAlert[] = [
  thresholdAlert({ name: "db-old: disk almost full", policy: 1, destinations: [2] }, hosts.retired, {
    alert_level: "crit",
    metric: "os.disk.used_percent",
    trigger: 90,
    duration: 2,
    reset: 80,
  }),
  thresholdAlert({ name: "db-2: disk almost full", policy: 1, destinations: [] }, hosts.replicaServer, {
    alert_level: "warn",
    metric: "os.disk.used_percent",
    trigger: 90,
    duration: 2,
    reset: 80,
  }),
  eventAlert(
    { name: "Database restarted (Jonas)", policy: 1, destinations: [2] },
    ["mysql"],
    ["Database Server Restart"],
  ),
  eventAlert({ name: "Checkout times out", policy: 1, destinations: [3] }, [], [timeoutCategory]),
  thresholdAlert({ name: "Replica falls behind", policy: 2, destinations: [3] }, hosts.replica, {
    alert_level: "warn",
    metric: "mysql.repl.seconds_behind_master",
    trigger: 60,
    duration: 2,
    reset: 120,
  }),
  eventAlert({ name: "swap & connections ", policy: 1, destinations: [1] }, ["os"], ["Out Of Memory"]),
  thresholdAlert({ name: "db-1: load", policy: 2, destinations: [1] }, hosts.primaryServer, {
    alert_level: "warn",
    metric: "os.cpu.user_uss",
    trigger: 800_000,
    duration: 2,
    reset: 700_000,
  }),
  thresholdAlert({ name: "db-1 is busy", policy: 2, destinations: [3] }, hosts.primaryServer, {
    alert_level: "warn",
    metric: "os.cpu.user_us",
    trigger: 700_000,
    duration: 2,
    reset: 600_000,
  }),
];
