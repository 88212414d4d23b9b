/** Commands in a project with a configuration, without tokens, and exports into such a project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentsBench, lag } from "./environments-bench";

const bench = environmentsBench();
const withoutTokens = { DBMON_STAGING_TOKEN: "", DBMON_EU_TOKEN: "" };
const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");

it("routes shows the definitions of an environment without its token", async () => {
  bench.configure();
  bench.write("alerts/a.yaml", lag);
  const run = await bench.run(["routes", "-e", "staging", "--level", "warn"], withoutTokens);
  expect(run).toEqual({
    code: 0,
    stdout: "all hosts:\n    warn: DBA team mail\n",
    stderr:
      "Without a service, hosts are grouped by the types that definitions name. To list the hosts, set DBMON_STAGING_TOKEN.\n",
  });
  const both = await bench.run(["routes", "-e", "*", "--level", "warn", "--json"], withoutTokens);
  expect(JSON.parse(both.stdout)).toMatchObject({
    environments: { staging: { source: "definitions" }, "production-eu": { source: "definitions" } },
  });
  const unknown = await bench.run(["routes", "-e", "staging", "--host", "db1"], withoutTokens);
  expect(unknown.stderr).toContain("To find all hosts, set DBMON_STAGING_TOKEN.");
});

it("backtest names the variable of a token that is not set", async () => {
  bench.configure();
  bench.write("alerts/a.yaml", lag);
  const run = await bench.run(["backtest", "-e", "staging"], withoutTokens);
  expect(run.stderr).toContain("No API token is set.\n  Set DBMON_STAGING_TOKEN.");
});

it("check reports a base_url that is not a URL", async () => {
  bench.write("alerts/a.yaml", lag);
  const token = "api_token: { env: DBMON_STAGING_TOKEN }";
  bench.write("dbmon.yaml", `environments:\n  staging:\n    base_url: example.com\n    ${token}\n`);
  const run = await bench.run(["check", "alerts"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(
    "error: dbmon.yaml:3:15: field environments.staging.base_url: The base URL is not a URL.\n  Set it to",
  );
});

it("export leaves out alerts whose definitions contain values, and escapes literal strings", async () => {
  await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", lag);
  bench.write(
    "literal/b.yaml",
    'alerts: [{ name: "Runbook $${NAME}", annotations: "${environment}: $${RUNBOOK}", policy: Every time, event: { categories: [a] } }]',
  );
  await bench.run(["apply", "alerts", "literal", "-e", "staging", "--yes", "--window", "0"]);
  const run = await bench.run(["export", "-e", "staging", "--to", "yaml", "--out", "alerts"]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('"Lag in staging"');
  const exported = read("alerts/event-alerts.yaml");
  expect(exported).toContain("name: Runbook $${NAME}");
  expect(exported).toContain('annotations: "staging: $${RUNBOOK}"');
  expect(exported).not.toContain("Lag");
  const plan = await bench.run(["plan", "-e", "staging", "--detailed-exitcode"]);
  expect(plan.code).toBe(0);
});
