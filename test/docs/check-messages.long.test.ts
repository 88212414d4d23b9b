/** Each message in docs/checks.md is what the command prints, for the alert of this file. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type CheckName, checkNames } from "../../src/diagnostics";
import { commandBench, environmentOf } from "../support/command";
import { firstMissing } from "../support/printed";

const page = readFileSync(resolve(__dirname, "../../docs/checks.md"), "utf8");
const bench = commandBench();

interface Case {
  /** `alerts.yaml`, and other files. Undefined for an audit of the live alerts. */
  readonly alerts?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Default: demo. */
  readonly seed?: "empty";
  /** Definitions that are applied before, one after another. */
  readonly before?: readonly string[];
}

const threshold =
  "{ alert_level: crit, metric: os.cpu.user_us, trigger: 900000, duration: 5m, reset: 700000 }";
const event = "{ categories: [code deployment] }";
const alert = (name: string, ...lines: readonly string[]) =>
  `alerts:\n  - name: ${name}\n    policy: Every time\n${lines.map((line) => `    ${line}\n`).join("")}`;
const mail = 'destinations: ["DBA team mail"]';
const cpu = (...lines: readonly string[]) =>
  alert("CPU is saturated", ...lines, mail, `threshold: ${threshold}`);
const inAYear = new Date(Date.now() + 365 * 86_400_000 - 3_600_000).toISOString().replace(/\.\d+/, "");

const cases: Readonly<Record<CheckName, Case>> = {
  "dead-runbook": {
    seed: "empty",
    before: [alert("CPU is saturated", "annotations: http://127.0.0.1:1/cpu", `threshold: ${threshold}`)],
    args: ["audit", "--check-links"],
  },
  "destination-unused": {
    alerts: alert('Slow "capture payment"', `event: ${event}`),
    args: ["plan"],
  },
  disabled: { args: ["audit"] },
  incomplete: { args: ["audit"] },
  "long-mute": {
    alerts: alert("Load test started", `muted: { until: ${inAYear} }`, mail, `event: ${event}`),
    args: ["check"],
  },
  "look-alike-names": {
    before: [cpu(), cpu().replace("CPU is", "cpu is").replace("900000", "950000")],
    args: ["audit"],
  },
  "mute-ended": {
    alerts: alert("Load test started", "muted: { until: 2026-01-01T06:00:00Z }", mail, `event: ${event}`),
    args: ["plan"],
  },
  "never-fires": { alerts: cpu("host_types: [oracle]"), args: ["check", "--online"] },
  "nobody-notified": { alerts: alert("CPU is saturated", `threshold: ${threshold}`), args: ["check"] },
  noisy: {
    alerts: alert("Deployment", mail, `event: ${event}`),
    args: ["plan", "--backtest", "--since", "14d", "--max-firings", "1/7d"],
  },
  overlap: {
    before: [cpu(), cpu().replace("saturated", "high").replace("900000", "950000")],
    args: ["audit"],
  },
  "probable-rename": {
    alerts: alert(
      "A database is gone",
      "destinations: [On-call PagerDuty]",
      "host_types: [mysql, pgsql]",
      "event: { categories: [Host stopped sending data, Database Server Restart] }",
    ),
    args: ["plan"],
  },
  redundant: { before: [cpu(), cpu().replace("CPU is saturated", "CPU high (copy)")], args: ["audit"] },
  "reset-above-trigger": { alerts: cpu().replace("700000", "950000"), args: ["check"] },
  rules: {
    alerts: cpu(),
    files: {
      "dbmon.yaml": `rules:\n  - name: runbook\n    expression: alert.annotations.startsWith("https:")\n    message: Link to a runbook in annotations.\n`,
    },
    args: ["check"],
  },
  silent: { args: ["audit"] },
  "uncovered-host": {
    alerts: cpu("host_types: [mysql]").replace("crit", "warn"),
    before: [cpu("host_types: [mysql]")],
    args: ["plan"],
  },
  "unknown-category": {
    alerts: alert("Deployment", mail, "event: { categories: [Databse Server Restart] }"),
    args: ["check"],
  },
  "unknown-host-type": { alerts: cpu("host_types: [postgres]"), args: ["check"] },
  "unknown-metric": { alerts: cpu().replace("user_us", "user_uss"), args: ["check"] },
  unnoticed: { args: ["audit"] },
  "unused-metric-values": {
    alerts: cpu(),
    files: {
      "metrics.csv": "time,host,metric,value\n2026-01-01T00:00:00Z,db-1.shop.example,os.cpu.sys_us,1\n",
    },
    args: ["backtest", "--metrics", "metrics.csv", "--since", "14d"],
  },
};

it.each(checkNames)("the message of %s is what the command prints", async (name) => {
  const { alerts, files = {}, args, before, seed = "clean" } = cases[name];
  const emulator = await bench.emulator({ seed });
  const environment = environmentOf(emulator);
  for (const [file, text] of Object.entries(files)) bench.write(file, text);
  for (const definitions of before ?? []) {
    const { code } = await bench.dbmon(["apply", bench.write("alerts.yaml", definitions), "--yes"], {
      environment,
    });
    expect(code).toBe(0);
  }
  const [command = "", ...options] = args;
  const sources = alerts === undefined ? [] : [bench.write("alerts.yaml", alerts)];
  const { stdout, stderr } = await bench.dbmon([command, ...sources, ...options], { environment });
  const section = page.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? "";
  const expected = (/```text\n([^]*?)\n```/.exec(section)?.[1] ?? "").split("\n");
  const printed = `${stdout}\n${stderr}`;
  const missing = firstMissing(expected, printed);
  expect(missing === undefined ? undefined : `${missing} is not in:\n${printed}`).toBeUndefined();
});
