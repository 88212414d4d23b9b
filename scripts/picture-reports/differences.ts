/** Definitions of alerts whose changes differ in six ways, for the pictures of the guide on differences. */

const threshold = (
  name: string,
  { trigger = 80, reset = 70, duration = "5m", level = "warn", types = "mysql" },
) => `
  - name: ${name}
    policy: Every time
    destinations: ["#db-alerts"]
    host_types: [${types}]
    threshold: { alert_level: ${level}, metric: os.disk.used_percent, trigger: ${trigger}, reset: ${reset}, duration: ${duration} }
`;

const backups = (policy: string) => `
  - name: Policy
    policy: ${policy}
    destinations: [DBA team mail]
    event: { categories: [backup] }
`;

const definitions = (...alerts: readonly string[]) => `alerts:${alerts.join("")}`;

export const before = definitions(
  threshold("Trigger", {}),
  threshold("Hosts", {}),
  threshold("Duration", {}),
  threshold("Reset", {}),
  threshold("Level", {}),
  backups("Every time"),
);

export const after = definitions(
  threshold("Trigger", { trigger: 90 }),
  threshold("Hosts", { types: "mysql, pgsql" }),
  threshold("Duration", { duration: "15m" }),
  threshold("Reset", { reset: 60 }),
  threshold("Level", { level: "crit" }),
  backups("At most once an hour"),
);

/** The names of the alerts, in the order of the guide. */
export const names = ["Trigger", "Hosts", "Duration", "Reset", "Level", "Policy"] as const;
