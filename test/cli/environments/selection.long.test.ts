/** Commands find dbmon.yaml, select its environments, and resolve definitions for them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { alerts, deployed, environmentOf } from "../../support/command";
import { environmentsBench, lag, tokens } from "./environments-bench";

const bench = environmentsBench();

describe("selection of the environment", () => {
  it("applies to the environment that --environment names, whatever DBMON_API_TOKEN is", async () => {
    const emulator = await bench.start();
    bench.configure();
    bench.write("alerts/lag.yaml", lag);
    const run = await bench.run(["apply", "-e", "staging", "--yes"], environmentOf(emulator));
    expect(run.stderr).toBe('[1/1] create "Lag in staging": done\n');
    expect(run.code).toBe(0);
    expect(await bench.live("DBMON_STAGING_TOKEN")).toContain("Lag in staging");
    expect(await bench.live("DBMON_EU_TOKEN")).not.toContain("Lag in production-eu");
  });

  it("finds the file from a folder below, with sources relative to the file", async () => {
    await bench.start();
    bench.configure();
    bench.write("alerts/lag.yaml", lag);
    const run = await bench.run(["plan", "--environment", "production-eu", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      changes: [{ action: "create", desired: { name: "Lag in production-eu", threshold: { trigger: 30 } } }],
    });
    mkdirSync(join(bench.folder(), "below"));
    bench.configure("", "below/other.yaml");
    bench.write("below/alerts/only.yaml", alerts(deployed));
    const other = await bench.run(["plan", "-e", "staging", "--config", "below/other.yaml"]);
    expect(other.stdout).toContain('+ "Deployed" will be created');
    expect(other.stdout).not.toContain("Lag");
  });

  it("takes the only environment, whose settings variables replace", async () => {
    const emulator = await bench.start();
    bench.write(
      "dbmon.yaml",
      `environments: { only: { base_url: "${emulator.url}", api_token: { env: DBMON_EU_TOKEN }, values: { pager: 1, limit: 30 } } }`,
    );
    bench.write("alerts.yaml", lag);
    expect((await bench.run(["apply", "--yes"])).code).toBe(0);
    expect(await bench.live("DBMON_EU_TOKEN")).toContain("Lag in only");
    const replaced = await bench.run(["apply", "--yes"], { DBMON_API_TOKEN: tokens.DBMON_STAGING_TOKEN });
    expect(replaced.code).toBe(0);
    expect(await bench.live("DBMON_STAGING_TOKEN")).toContain("Lag in only");
  });

  it("reports several environments, unless variables select one", async () => {
    const emulator = await bench.start();
    bench.configure();
    bench.write("alerts/deployed.yaml", alerts(deployed));
    const several = await bench.run(["plan"]);
    expect(several).toMatchObject({ code: 1, stdout: "" });
    expect(several.stderr).toContain(
      "error: dbmon.yaml: The configuration has several environments: staging, production-eu.",
    );
    expect((await bench.run(["plan"], environmentOf(emulator))).code).toBe(0);
    bench.write("alerts/lag.yaml", lag);
    bench.write(
      "alerts/other.yaml",
      lag.replace("name:", "overrides: {}\n    name:").replace("Lag", "Other lag"),
    );
    const dependent = await bench.run(["plan"], environmentOf(emulator));
    expect(dependent.code).toBe(1);
    expect(dependent.stderr.split("no environment is selected")).toHaveLength(2);
    expect(dependent.stderr).toContain("  Set --environment to one of them: staging, production-eu.\n");
  });

  it.each([
    [["-e", "stagin"], 'No environment is named "stagin".\n  Did you mean "staging"?'],
    [["-e", "test-*"], 'No environment matches the pattern "test-*".'],
  ])("reports %j", async (options, message) => {
    bench.configure();
    const run = await bench.run(["list", "alerts", ...options]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(message);
  });

  it("reports --environment without a configuration, and a missing token by its variable", async () => {
    const none = await bench.run(["list", "alerts", "-e", "staging"]);
    expect(none.stderr).toContain("There is no configuration of environments");
    bench.configure();
    const unset = await bench.run(["list", "alerts", "-e", "staging"], { DBMON_STAGING_TOKEN: "" });
    expect(unset.stderr).toContain(
      "error: dbmon.yaml:5:16: field environments.staging.api_token: No API token is set.",
    );
    expect(unset.stderr).toContain("Set DBMON_STAGING_TOKEN.");
  });

  it.each(["dbmon.yml", "Dbmon.yaml"])("refuses %s in this folder or a parent folder", async (name) => {
    bench.write("sub/a.yaml", lag);
    bench.write(name, "rules: []\n");
    for (const [cwd, command] of [
      [".", "check sub/a.yaml"],
      ["sub", "test"],
      ["sub", "plan a.yaml"],
    ] as const) {
      const { code, stdout, stderr } = await bench.dbmon(command.split(" "), { cwd });
      expect(code).toBe(1);
      expect(`${stdout}${stderr}`).toContain(
        `${name}: The configuration is not read, because its name is not dbmon.yaml.\n  Rename it to dbmon.yaml`,
      );
    }
  });

  it("destroys the definitions of the configuration, and without it requires sources", async () => {
    await bench.start();
    const missing = await bench.run(["destroy", "--yes"]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("Missing required argument source");
    bench.configure();
    bench.write("alerts/lag.yaml", lag);
    await bench.run(["apply", "-e", "staging", "--yes"]);
    expect((await bench.run(["destroy", "-e", "staging", "--yes"])).code).toBe(0);
    expect(await bench.live("DBMON_STAGING_TOKEN")).not.toContain("Lag in staging");
  });

  it("applies a saved plan to the environment that its hint names", async () => {
    await bench.start();
    bench.configure();
    bench.write("alerts/lag.yaml", lag);
    const plan = await bench.run(["plan", "-e", "staging", "--out", "plan.json"]);
    expect(plan.stderr).toContain("dbmon apply --plan plan.json --environment staging");
    expect(
      (await bench.run(["apply", "--yes", "--plan", "plan.json", "--environment", "staging"])).code,
    ).toBe(0);
  });
});

/** A file whose agent token is in the variable, and its error. */
function refusedVariable(variable: string): [string, string] {
  return [
    `environments: { a: { base_url: x, api_token: { env: DBMON_T }, agent_token: { env: ${variable} } } }`,
    `dbmon.yaml:1:84: environments.a.agent_token.env names a variable that does not begin with DBMON_, so it may be a credential of another service.\n` +
      "  Rename the variable, or add its name to DBMON_ALLOWED_VARIABLES where dbmon runs",
  ];
}

describe("an invalid dbmon.yaml", () => {
  const secret = "hunter2-is-a-token";
  it.each([
    [
      `environments: { a: { base_url: "https://a.example", api_token: ${secret} } }`,
      "environments.a.api_token is a literal token",
    ],
    [
      `environments: { a: { base_url: "https://a.example", api_token: { ${secret}: x } } }`,
      "environments.a.api_token does not name an environment variable.",
    ],
    [
      `environments: { a: { base_url: "https://a.example", api_token: { env: "${secret}" } } }`,
      "environments.a.api_token does not name an environment variable.",
    ],
    [
      `environments: { a: { base_url: "https://a.example", api_token: { env: DBMON_T }, agent_token: [${secret}] } }`,
      "environments.a.agent_token does not name",
    ],
    ...["GITHUB_TOKEN", "NODE_AUTH_TOKEN", "TF_TOKEN_app_terraform_io", "CI_JOB_JWT", "dbmon_token", "T"].map(
      refusedVariable,
    ),
    [
      `environments: { a: { base_url: "https://mira:${secret}@a.example", api_token: { env: DBMON_T } } }`,
      "environments.a.base_url contains a user name or password",
    ],
    ["environment: {}", "Unknown key environment."],
    [
      "environments: { a b: { base_url: x, api_token: { env: DBMON_T } } }",
      '"a b" is not a valid name of an environment.',
    ],
    [
      "environments: { a: { base_url: x, api_token: { env: DBMON_T }, values: { x: [1] } } }",
      "environments.a.values.x must be a string, a number or a boolean, not a sequence.",
    ],
    [
      "environments: { a: { base_url: x, api_token: { env: DBMON_T }, values: { environment: b } } }",
      'The name of the value "environment" is reserved',
    ],
    [
      'environments: { a: { base_url: x, api_token: { env: DBMON_T }, values: { b: "${c}", c: "x${b}" } } }',
      'The values refer to each other in a cycle: "b" -> "c" -> "b".',
    ],
    [
      'environments: { a: { base_url: x, api_token: { env: DBMON_T }, values: { b: "${d}", c: "x" } } }',
      'The value "b" contains the value "d", which is not defined.',
    ],
    [
      'code_url: "javascript:alert(1)//{file}"',
      "dbmon.yaml:1:11: code_url must be an http or https address that contains {file}, not the string",
    ],
    ["code_url: https://git.example/", "code_url must be an http or https address that contains {file}"],
    [
      'alert_url: "https://monitor.example/{file}"',
      "Set it to an http or https address that contains {id} or {name}, or remove it.",
    ],
    ["environments_at_once: 0", "environments_at_once must be an integer of at least 1, not 0."],
    ["environments_at_once: two", "environments_at_once must be an integer of at least 1, not the string"],
    [
      `rules: [{ name: ${"x".repeat(101)}, expression: "true" }]`,
      "rules[0].name has more than 100 characters.",
    ],
    ["", "The file is empty."],
  ])("%s", async (text, message) => {
    bench.write("dbmon.yaml", text);
    const run = await bench.run(["list", "environments"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toMatch(/^error: dbmon\.yaml/);
    expect(run.stderr).not.toContain(secret);
  });

  it("names a variable that DBMON_ALLOWED_VARIABLES does not have", async () => {
    bench.write("dbmon.yaml", "environments: { a: { base_url: x, api_token: { env: PAGER_TOKEN } } }");
    const allow = (names: string) => bench.run(["list", "environments"], { DBMON_ALLOWED_VARIABLES: names });
    expect((await allow("OTHER, PAGER_TOKEN")).code).toBe(0);
    expect((await allow("PAGER_TOKEN_2,PAGER")).code).toBe(1);
  });

  it("has values that double their length", async () => {
    const values = Array.from({ length: 40 }, (_, n) => `v${n + 1}: "\${v${n}}\${v${n}}"`).join(", ");
    bench.write(
      "dbmon.yaml",
      `environments: { a: { base_url: "https://x", api_token: { env: DBMON_T }, values: { v0: "abc", ${values} } } }`,
    );
    const run = await bench.run(["list", "environments"]);
    expect(run.stderr).toContain("has more than 10,000 characters.");
    expect(run.stderr.split("\n").filter((line) => line.startsWith("error"))).toHaveLength(1);
  });
});
