/** Alerts, and a history of events that they match. */
import { Backtest, type BacktestSubject, type Completeness, describeBacktest } from "../../src/impact";
import { backtestSchemas } from "../../src/plan-document";
import { readHost, type ServiceEvent } from "../../src/service";

export const until = Date.UTC(2026, 10, 22, 22) / 1000;
export const day = 86_400;
export const period = { from: until - 14 * day, until };
export const names = { destinations: { "1": "#db-alerts", "2": "mail, for the team" } };
export const hosts = [
  readHost({ id: 1, name: "db-1", type: "mysql" }),
  readHost({ id: 2, name: "db-2", type: "pgsql" }),
];
export const policies = [
  { id: 1, name: "Every time", intervalSeconds: 0 },
  { id: 2, name: "Hourly", intervalSeconds: 3600 },
  { id: 3, name: "Unknown", intervalSeconds: undefined },
];
export const durations = [
  { id: 1, name: undefined, seconds: 60 },
  { id: 2, name: undefined, seconds: undefined },
];

export type Version = BacktestSubject["after"];

export function eventAlert(
  categories: readonly string[],
  settings: Partial<Version> = {},
): NonNullable<Version> {
  const config = { hosts: [], host_types: [], condition: { kind: "event" as const, categories } };
  return { policy: 1, disabled: false, destinations: [1], config, ...settings };
}

export function thresholdAlert(settings: Partial<Omit<NonNullable<Version>, "config">> = {}, duration = 1) {
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

export function event(type: string, start: number, host?: number): ServiceEvent {
  const digest = undefined;
  return { type, start, host, message: "", duration: 0, level: "info", uuid: undefined, digest };
}

export const busyHour = Date.UTC(2026, 10, 18, 14) / 1000;
/** 3 releases, 37 deployments in one hour, one more deployment, and a restart of each host. */
export const history = [
  ...[1, 2, 3].map((index) => event("release", until - 10 * day + index * 7200)),
  event("deployment", until - 9 * day),
  event("restart", until - 8 * day, 1),
  event("restart", until - 8 * day + 60, 2),
  ...Array.from({ length: 37 }, (_, index) => event("deployment", busyHour + index * 60)),
];

export function run(
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
    sentence: `"Deploys": ${describeBacktest(alert, result.history, names)}`,
  };
}
