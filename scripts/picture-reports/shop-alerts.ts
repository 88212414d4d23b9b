/** Definitions and events of the shop in the pictures of reports. */
import { type EventWire } from "../../src/service";

export const hour = 3_600_000;
const day = 24 * hour;

/** When the reports are made, in Unix milliseconds. */
export const now = Date.UTC(2026, 10, 23, 9, 30);

const unchanged = `
  - name: A database stopped sending data
    policy: Every time
    destinations: [On-call PagerDuty]
    host_types: [mysql, pgsql]
    event: { categories: [Host stopped sending data, Database Server Restart] }
  - name: Swap activity
    policy: At most once a day
    destinations: ["#db-alerts"]
    event: { categories: [High Swap Activity] }
`;

const connections = (annotations: string, trigger: number) => `
  - name: Connections of db-1 are running out
    annotations: |
${annotations.replace(/^/gm, "      ")}
    policy: At most once every 15 minutes
    destinations: [On-call PagerDuty, "#db-alerts"]
    hosts: [db-1.shop.example]
    threshold: { alert_level: crit, metric: mysql.status.threads_connected, trigger: ${trigger}, duration: 5 minutes, reset: 300 }
`;

const replication = (settings: string) => `
  - name: Replication of db-2 is late
    policy: At most once an hour
    destinations: ["#db-alerts"]
    hosts: [db-2.shop.example]
    ${settings}threshold: { alert_level: warn, metric: mysql.repl.seconds_behind_master, trigger: 60, duration: 5 minutes, reset: 10 }
`;

const deployments = (categories: string) => `
  - name: Deployments
    policy: Every time
    destinations: ["#db-alerts"]
    event: { categories: [${categories}] }
`;

const backups = `
  - name: Backups
    policy: Every time
    destinations: [DBA team mail]
    host_types: [mysql]
    event: { categories: [backup] }
`;

/** The alerts before the change. */
export const before = `alerts:${unchanged}${connections(
  `Restart the connection pool of the checkout first.
Then look at the process list:
  SHOW FULL PROCESSLIST;
https://wiki.shop.example/runbooks/connections`,
  450,
)}${replication("")}${deployments("load test")}${backups}`;

/** The alerts that a pull request proposes. "Backups" is deleted. */
export const after = `alerts:${unchanged}${connections(
  `Ask in #checkout whether a sale is running.
Then look at the process list:
  SHOW FULL PROCESSLIST;
Restart the connection pool of the checkout last.
https://wiki.shop.example/runbooks/connections`,
  400,
)}${replication("muted: { until: 2026-11-27T08:00:00Z }\n    ")}${deployments("load test, code deployment")}
  - name: Disk of a database is almost full
    annotations: https://wiki.shop.example/runbooks/disk
    policy: At most once an hour
    destinations: [On-call PagerDuty]
    host_types: [mysql, pgsql]
    threshold: { alert_level: crit, metric: os.disk.used_percent, trigger: 90, duration: 15 minutes, reset: 80 }
`;

/** Load tests once a week, deployments on each working day, and a night of many rollbacks. */
export const events: readonly EventWire[] = Array.from({ length: 14 }, (_, index) => index)
  .flatMap((daysAgo) => {
    const start = now - (daysAgo + 1) * day;
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay());
    const deployed = isWeekend ? [] : [1, 3, 6];
    const rolledBack = daysAgo === 4 ? Array.from({ length: 12 }, (_, index) => 14 + index / 12) : [];
    return [
      ...[...deployed, ...rolledBack].map((hours) => ({
        type: "code deployment",
        time: start + hours * hour,
      })),
      ...(daysAgo % 7 === 2 ? [{ type: "load test", time: start }] : []),
      { type: "backup", time: start - 7 * hour },
    ];
  })
  .sort((one, other) => one.time - other.time)
  .map(({ type, time }, index) => ({
    start: time / 1000,
    type,
    uuid: index.toString(16).padStart(32, "0"),
    message: type,
    duration: 0,
    level: "info",
    digest: "1",
  }));
