/** A realistic demo environment: the database servers of a small shop. */
import { type AlertCondition, allHosts, hostsOfTypes, scopeOf } from "../../../service";
import { type EmulatorClock, unixSeconds } from "../../clock";
import { emptySeed, type EnvironmentSeed, type SeedAlert } from "../environment-seed";
import { hosts, shopDestinations, shopHosts } from "./catalog";
import { shopEvents } from "./events";
import { capturePayment, queryId, shopDigests } from "./queries";
import { shopSamples } from "./samples";

/**
 * The content of the demo environment: hosts, query digests, samples, events, destinations and alerts of a small shop.
 * Timestamps are relative to the clock. The same time always gives the same content, including IDs.
 */
export function demoSeed(clock: EmulatorClock): EnvironmentSeed {
  const now = unixSeconds(clock);
  return {
    ...emptySeed,
    destinations: shopDestinations(now),
    hosts: shopHosts(now),
    digests: shopDigests(now),
    samples: shopSamples(now),
    events: shopEvents(now),
    alerts: shopAlerts,
  };
}

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
const shopAlerts: readonly SeedAlert[] = [
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
