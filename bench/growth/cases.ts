/** The measured commands: what grows, how many of it, and the files and the service that they read. */
import {
  alertOf,
  catalogOf,
  definitions,
  definitionsOf,
  each,
  events,
  hosts,
  liveAlerts,
  metricValues,
  namesOf,
  oneAlert,
  rules,
  testOf,
  tests,
  type World,
} from "./world";

/** The arguments of the command, what grows, how many of it, the world of a number of it, and the exit code (default: 0). */
export type Case = readonly [
  command: string,
  grows: string,
  count: number,
  world: (count: number) => World,
  exitCode?: number,
];

const live = (count: number): World => ({ seed: { alerts: liveAlerts(count) } });
const defined = (count: number): World => ({ files: definitions(count) });
const inSync = (count: number): World => ({ ...defined(count), ...live(count) });
const changed = (count: number): World => ({
  files: definitions(count, () => ({ annotations: "changed" })),
  ...live(count),
});
const withEvents = (count: number): World => ({
  files: definitions(100, () => ({ annotations: "changed" })),
  seed: { alerts: liveAlerts(100), events: events(count) },
});
const withHosts = (count: number): World => ({ files: definitions(20), seed: { hosts: hosts(count) } });
const similar = (count: number): World => ({
  files: definitions(count),
  seed: { alerts: liveAlerts(count, (index) => ({ name: `allert ${index}` })) },
});
const tested = (count: number, test: (index: number) => object): World => ({
  files: { ...definitions(1000), ...tests(each(count, test)) },
});

export const cases: readonly Case[] = [
  ["check alerts.yaml", "alerts", 10_000, defined],
  ["check .", "files", 2000, (n) => ({ files: namesOf(n, "", (index) => definitionsOf([alertOf(index)])) })],
  ["check", "environments of 100 alerts", 200, (n) => ({ files: definitions(100), environments: n })],
  ["check", "rules of 20 alerts", 250, (n) => ({ files: { ...definitions(20), ...rules(n) } })],
  ["check", "alerts with 10 rules", 5000, (n) => ({ files: { ...definitions(n), ...rules(10) } })],
  ["check alerts.yaml", "hosts of one alert", 50_000, (n) => oneAlert(n)],
  ["check alerts.yaml", "unknown keys", 3000, (n) => ({ files: definitions(n, () => ({ polcy: 1 })) }), 1],
  ["check alerts.yaml", "equal names", 3000, (n) => ({ files: definitions(n, () => ({ name: "same" })) }), 1],
  [
    "check alerts.yaml --catalog catalog.json",
    "unknown destinations",
    1000,
    (n) => ({
      files: { ...definitions(n, (index) => ({ destinations: [`#taem-${index}`] })), ...catalogOf(1000) },
    }),
    1,
  ],
  ["check alerts.yaml --online", "alerts", 4000, inSync],
  ["check alerts.yaml --online", "hosts", 20_000, withHosts],
  ["check alerts.yaml --online", "alerts of similar live names", 2000, similar],
  ["render alerts.yaml", "alerts", 5000, defined],
  ["plan alerts.yaml", "alerts in sync", 4000, inSync],
  ["plan alerts.yaml", "new alerts", 5000, defined],
  ["plan alerts.yaml", "changed alerts", 4000, changed],
  ["plan alerts.yaml --format html", "changed alerts", 4000, changed],
  ["plan alerts.yaml --json", "changed alerts", 4000, changed],
  ["plan alerts.yaml", "alerts of similar live names", 2000, similar],
  [
    "plan alerts.yaml --prune * --max-deletes 100%",
    "deleted alerts",
    4000,
    (n) => ({ ...defined(1), ...live(n) }),
  ],
  ["plan alerts.yaml", "hosts of one alert", 10_000, (n) => oneAlert(n)],
  ["plan alerts.yaml", "hosts of a pattern", 10_000, (n) => oneAlert(n, ["db-*"])],
  ["plan -e *", "environments of 100 alerts", 20, (n) => ({ ...inSync(100), environments: n })],
  ["plan alerts.yaml --backtest", "events", 100_000, withEvents],
  ["apply alerts.yaml --yes", "new alerts", 500, defined],
  ["apply alerts.yaml --yes", "changed alerts", 500, changed],
  ["destroy alerts.yaml --yes", "alerts", 500, inSync],
  ["drift alerts.yaml --no-wait", "drifted alerts", 4000, changed],
  ["accept alerts.yaml --no-wait --dry-run", "drifted alerts", 2000, changed],
  ["audit", "alerts", 4000, live],
  ["audit", "events", 100_000, withEvents],
  ["audit", "hosts", 20_000, withHosts],
  ["list alerts", "alerts", 4000, live],
  ["list hosts", "hosts", 10_000, withHosts],
  ["list environments", "environments", 1000, (n) => ({ files: definitions(1), environments: n })],
  ["export --to yaml --out out --yes", "alerts", 4000, live],
  ["export --to hcl --out out --yes", "alerts", 4000, live],
  ["export --to typescript --out out --yes", "alerts", 4000, live],
  ["compare e0 e1", "alerts", 4000, (n) => ({ ...inSync(n), environments: 2 })],
  ["routes alerts.yaml", "alerts", 3000, defined],
  ["routes alerts.yaml", "hosts", 10_000, withHosts],
  ["test", "alerts with one test", 10_000, (n) => ({ files: { ...definitions(n), ...tests([testOf(0)]) } })],
  ["test", "tests of 1,000 alerts", 5000, (n) => tested(n, (index) => testOf(index % 3))],
  ["test", "tests of unknown alerts", 3000, (n) => tested(n, (index) => testOf(0, `allert ${index}`)), 1],
  [
    "test",
    "tests of unknown metrics",
    3000,
    (n) => tested(n, (index) => testOf(0, "alert 0", `shop.metirc${index}`)),
    1,
  ],
  [
    "test",
    "test files",
    800,
    (n) => ({
      files: {
        ...definitions(20),
        ...namesOf(n, ".test", () =>
          tests([testOf(0)])["alerts.test.yaml"].replace("alerts.yaml", "../alerts.yaml"),
        ),
      },
    }),
  ],
  [
    "test",
    "tests of 10 rules",
    3000,
    (n) => {
      const ruleTests = each(n, (index) => ({
        name: `r${index}`,
        alert: { name: `x${index}` },
        refused_by: [],
      }));
      return { files: { ...definitions(1), ...rules(10), ...tests(ruleTests, "rules") } };
    },
  ],
  [
    "test --mutants",
    "tests of different alerts",
    500,
    (n) => tested(n, (index) => testOf(4 * (index % 250))),
  ],
  ["backtest alerts.yaml", "events", 100_000, withEvents],
  ["backtest alerts.yaml", "alerts", 5000, (n) => ({ ...defined(n), seed: { events: events(5000) } })],
  [
    "backtest alerts.yaml --metrics metrics.csv",
    "values",
    100_000,
    (n) => ({ files: { ...definitions(20), ...metricValues(n) } }),
  ],
  ["schema --live", "hosts", 20_000, withHosts],
  ["doctor alerts.yaml", "alerts", 5000, inSync],
];
