/** Commands in several environments: side by side, with one report, one confirmation and one saved plan. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../src/emulator";
import { alerts, deployed } from "../../support/command";
import { takeCallCounts } from "../../support/emulator";
import { environmentsBench, lag, tokens } from "./environments-bench";

const bench = environmentsBench();
const both = ["-e", "*"];
/** The same alert in both environments. */
const same = alerts(deployed);

let emulator: ServiceEmulator;
beforeEach(async () => {
  emulator = await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", same);
});

it("prints a table and joins the sections of environments with the same changes", async () => {
  const run = await bench.run(["plan", ...both, "--detailed-exitcode"]);
  expect(run.code).toBe(2);
  expect(run.stdout).toBe(
    `ENVIRONMENT    CREATED  CHANGED  DELETED  DRIFTED  ERRORS
staging              1        0        0        -       0
production-eu        1        0        0        -       0

staging, production-eu:
+ "Deployed" will be created
    policy:           1 "Every time"
    hosts:            [1 "db-1.shop.example"]
    event.categories: ["deploy"]
    After "deploy" on db-1.shop.example: before nothing; after notification to nobody.

Plan: 1 to create. 0 in sync.

Plan: 2 environments.
`,
  );
});

it("prints a section for each environment whose changes differ", async () => {
  bench.write("alerts/a.yaml", lag);
  const { stdout } = await bench.run(["plan", "-e", "production-eu", "-e", "staging"]);
  expect(stdout).toContain('\nstaging:\n+ "Lag in staging" will be created');
  expect(stdout).toContain('\nproduction-eu:\n+ "Lag in production-eu" will be created');
});

it("takes several names in one option", async () => {
  const run = await bench.run(["plan", "-e", "production-eu, staging", "--json"]);
  expect(Object.keys((JSON.parse(run.stdout) as { environments: object }).environments)).toEqual([
    "staging",
    "production-eu",
  ]);
  const empty = await bench.run(["plan", "-e", "staging,"]);
  expect(empty.stderr).toContain("argument 'staging,' is invalid. Must not be empty.");
});

it("joins environments whose alerts without changes have different IDs", async () => {
  await bench.run(["apply", "-e", "staging", "--yes"]);
  await bench.run(["destroy", "-e", "staging", "--yes"]);
  await bench.run(["apply", ...both, "--yes"]);
  bench.write("alerts/a.yaml", alerts(deployed, deployed.replace("Deployed", "Other")));
  const joined = await bench.run(["plan", ...both]);
  expect(joined.stdout).toContain('\nstaging, production-eu:\n+ "Other" will be created\n');
  bench.write("alerts/a.yaml", alerts(deployed.replace("policy: 1", "policy: 2")));
  const separate = await bench.run(["plan", ...both]);
  expect(separate.stdout).toContain('\nstaging:\n~ "Deployed" will be updated (id 2)\n');
  expect(separate.stdout).toContain('\nproduction-eu:\n~ "Deployed" will be updated (id 1)\n');
});

it("prints a section for each environment whose alerts differ besides their changes", async () => {
  const usage = (annotations: string) =>
    lag
      .replace("Lag in ${environment}", "Usage")
      .replace("    threshold", `    annotations: ${annotations}\n    threshold`);
  bench.write("alerts/a.yaml", usage("before"));
  await bench.run(["apply", ...both, "--yes"]);
  bench.write("alerts/a.yaml", usage("after"));
  const { stdout } = await bench.run(["plan", ...both, "--format", "markdown"]);
  expect(stdout).toMatch(/^### staging: [^]*above 60[^]*^### production-eu: [^]*above 30/m);
});

it("prints a document for each environment, and that of one environment by name as today", async () => {
  const several = JSON.parse((await bench.run(["plan", "-e", "production-*", "--json"])).stdout) as object;
  const one = JSON.parse((await bench.run(["plan", "-e", "production-eu", "--json"])).stdout) as object;
  const { dbmon, $schema, command, ...members } = one as Record<string, unknown>;
  const timeless = { ...members, planned_at: expect.any(String) as string };
  const shared = { dbmon, $schema, command, status: "changes", problems: expect.any(Array) as unknown };
  expect(several).toEqual({ ...shared, environments: { "production-eu": timeless } });
  expect(one).toMatchObject({ dbmon: 1, changes: [{ action: "create" }] });
});

it("applies to all environments, and drift finds the alert that one of them lost", async () => {
  const applied = await bench.run(["apply", ...both, "--yes"]);
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain('staging: [1/1] create "Deployed": done');
  expect(applied.stdout).toContain(
    'staging, production-eu:\nResults:\n+ "Deployed" was created (id 1)\n\nApply: 1 of 1 changes applied.',
  );
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual(["Deployed"]);
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual(["Deployed"]);
  await bench.run(["destroy", "-e", "staging", "--yes"]);
  const drift = await bench.run(["drift", ...both, "--no-wait", "--detailed-exitcode", "--json"]);
  expect(drift.code).toBe(2);
  expect(JSON.parse(drift.stdout)).toMatchObject({
    environments: {
      staging: { alerts: [{ status: "unknown" }] },
      "production-eu": { alerts: [{ status: "in-sync" }] },
    },
  });
});

it("without a terminal, writes nothing and names the command that applies", async () => {
  const run = await bench.run(["apply", ...both]);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("Not confirmed. Nothing was written.");
  expect(run.stderr).toMatch(/run: dbmon apply --plan \.dbmon\/\w{64}\.json --digest \w{64} -e '\*'$/m);
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual([]);
});

it("saves one plan of all environments, shows it and applies it", async () => {
  const plan = await bench.run(["plan", ...both, "--out", "plan.json"]);
  expect(plan.stderr).toMatch(/^Saved the plans of 2 environments to plan\.json\.$/m);
  const saved = JSON.parse(readFileSync(join(bench.folder(), "plan.json"), "utf8")) as {
    environments: object;
  };
  expect(Object.keys(saved.environments)).toEqual(["staging", "production-eu"]);
  const shown = await bench.run(["show", "plan.json"]);
  expect(shown.stdout).toBe(plan.stdout);
  expect(shown.stderr).toMatch(/^The plan was made at 20[-\dT:]+Z by dbmon \d/);
  const applied = await bench.run(["apply", "--yes", "--plan", "plan.json"]);
  expect(applied.code).toBe(0);
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual(["Deployed"]);
  const stale = await bench.run(["apply", "--yes", "--plan", "plan.json"]);
  expect(stale.code).toBe(3);
});

it("finishes in one environment although the other fails", async () => {
  const run = await bench.run(["apply", ...both, "--yes"], { DBMON_STAGING_TOKEN: "unknown-token" });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Environment: staging.\n  Check that DBMON_STAGING_TOKEN is complete");
  expect(run.stdout).toMatch(/^staging +- +- +- +- +1$/m);
  expect(run.stdout).toMatch(/^production-eu +1 +0 +0 +- +0$/m);
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual(["Deployed"]);
  const json = await bench.run(["plan", ...both, "--json"], { DBMON_STAGING_TOKEN: "unknown-token" });
  expect(JSON.parse(json.stdout)).toMatchObject({
    environments: { staging: { problems: [{ severity: "error" }] }, "production-eu": { changes: [{}] } },
  });
});

it.each([
  ["a rate limit", { status: 429, headers: { "retry-after": "120" } }],
  ["a response that does not come", "hang"],
] as const)("finishes in one environment while the other waits for %s", async (_, answer) => {
  const limited = await bench.emulator({
    tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging" },
    propagationSeconds: 60,
  });
  limited.faults.add({ method: "GET", answer });
  const config = join(bench.folder(), "dbmon.yaml");
  const [, url = ""] = /base_url: (.*)/.exec(readFileSync(config, "utf8")) ?? [];
  bench.write("dbmon.yaml", readFileSync(config, "utf8").replace(url, limited.url));
  let isInterrupted = false;
  const run = await bench.dbmon(["apply", ...both, "--yes"], {
    environment: tokens,
    // Staging waits for two minutes. The interrupt follows the end of the other environment, whenever that is.
    onError: (stderr, child) => {
      if (isInterrupted || !stderr.includes('production-eu: [1/1] create "Deployed": done')) return;
      // A second interrupt would end the command without a report.
      isInterrupted = true;
      child.kill("SIGINT");
    },
  });
  expect(run.code).not.toBe(0);
  expect(run.stdout).toMatch(/^production-eu +1 +0 +0 +- +0$/m);
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual(["Deployed"]);
});

it("counts --max-deletes for each environment", async () => {
  bench.write("alerts/a.yaml", alerts(deployed, deployed.replace("Deployed", "Other")));
  await bench.run(["apply", ...both, "--yes"]);
  bench.write("alerts/a.yaml", same);
  const refused = await bench.run(["plan", ...both, "--prune", "*", "--max-deletes", "0"]);
  expect(refused.code).toBe(1);
  const run = await bench.run(["apply", ...both, "--prune", "*", "--max-deletes", "1", "--yes"]);
  expect(run.code).toBe(0);
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual(["Deployed"]);
});

it.each(["list hosts", "list alerts", "list destinations", "doctor"])(
  "dbmon %s prints a section and a document for each environment",
  async (command) => {
    const text = await bench.run([...command.split(" "), ...both]);
    expect(text.stdout).toMatch(/^staging(?:, production-eu)?:$/m);
    const json = await bench.run([...command.split(" "), ...both, "--json"]);
    const { environments } = JSON.parse(json.stdout) as { environments: Record<string, object> };
    expect(Object.keys(environments)).toEqual(["staging", "production-eu"]);
    const one = await bench.run([...command.split(" "), "-e", "staging", "--json"]);
    expect(JSON.parse(one.stdout)).toMatchObject(environments["staging"] as object);
  },
);

it("exports each environment to its own folder", async () => {
  await bench.run(["apply", ...both, "--yes"]);
  const run = await bench.run(["export", ...both, "--to", "yaml", "--out", "exported"]);
  expect(run.code).toBe(0);
  for (const name of ["staging", "production-eu"]) {
    const checked = await bench.run(["render", `exported/${name}`, "-e", name]);
    expect(checked.stdout).toContain("- name: Deployed");
  }
});

it("creates an event in each environment, with its agent token", async () => {
  const emulator = await bench.emulator({
    tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging", [tokens.DBMON_EU_TOKEN]: "production-eu" },
    agentTokens: { "agent-1": "staging", "agent-2": "production-eu" },
  });
  const environment = (api: string, agent: string) =>
    `{ base_url: "${emulator.url}", api_token: { env: ${api} }, agent_token: { env: ${agent} } }`;
  bench.write(
    "dbmon.yaml",
    `environments: { staging: ${environment("DBMON_STAGING_TOKEN", "DBMON_AGENT_1")}, production-eu: ${environment("DBMON_EU_TOKEN", "DBMON_AGENT_2")} }`,
  );
  const agents = { DBMON_AGENT_1: "agent-1", DBMON_AGENT_2: "agent-2" };
  const run = await bench.run(["event", "create", "--type", "deploy", "--message", "v1", ...both], agents);
  expect(run.stderr).toBe("");
  expect(run.code).toBe(0);
  for (const name of ["staging", "production-eu"]) {
    const { stdout } = await bench.run(["list", "events", "-e", name, "--type", "deploy"]);
    expect(stdout).toContain("v1");
  }
});

it("runs as many environments at the same time as environments_at_once of dbmon.yaml allows", async () => {
  bench.configure("environments_at_once: 1\n");
  const run = await bench.run(["apply", ...both, "--yes"]);
  expect(run.code).toBe(0);
  expect(run.stderr.indexOf("staging: ")).toBeLessThan(run.stderr.indexOf("production-eu: "));
});

it("writes reports of all environments", async () => {
  const run = await bench.run(["plan", ...both, "--format", "markdown", "--report", "junit=plan.xml"]);
  expect(run.stdout).toContain("### Plan: 2 environments.");
  expect(run.stdout).toContain("| Environment | Created | Changed | Deleted | Drifted | Errors |");
  expect(run.stdout).toContain("### staging, production-eu: 1 to create");
  expect(readFileSync(join(bench.folder(), "plan.xml"), "utf8")).toContain(
    '<testsuite name="dbmon plan staging, production-eu: alerts/a.yaml" tests="1"',
  );
  const github = await bench.run(["plan", ...both, "--format", "github"]);
  expect(github.stdout).toContain("will be created in staging, production-eu");
});

it("does not watch several environments", async () => {
  const run = await bench.run(["drift", ...both, "--watch", "1"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "--watch supports only one environment. Environments: staging, production-eu.",
  );
});

it("back-tests the changes of each environment, with the names of its hosts and destinations", async () => {
  const definition = (category: string) => `alerts:
  - name: Events
    policy: 1
    destinations: [1]
    event: { categories: [${category}] }
`;
  bench.write("alerts/a.yaml", definition("code deployment"));
  const run = await bench.run(["plan", ...both, "--backtest", "--since", "14d"]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("\nstaging, production-eu:\n");
  expect(run.stdout).toMatch(/\+ "Events": \d+ firings in 14d .* -> DBA team mail/);
  expect(run.stdout).toMatch(/db-1\.shop\.example.*: event "code deployment": nobody -> DBA team mail/);
  const counts = takeCallCounts(emulator);
  expect(counts).toMatchObject({ "GET /hosts": 2, "GET /config/destinations": 2, "GET /events": 6 });
  const json = await bench.run(["plan", ...both, "--backtest", "--since", "14d", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    environments: {
      staging: { backtest: { completeness: "complete" } },
      "production-eu": { backtest: { completeness: "complete" } },
    },
  });
});
