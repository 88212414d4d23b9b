/** Values, environments and overrides in definitions, as `dbmon check` and `dbmon render` see them. */
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { load as parse } from "js-yaml";
import { environmentsBench, lag } from "../../environments/environments-bench";

const bench = environmentsBench();
const definitionsSchema = resolve(__dirname, "../../../../schemas/definitions.schema.json");
beforeEach(() => {
  bench.configure();
});

async function render(definitions: string, environment = "staging") {
  bench.write("alerts/a.yaml", definitions);
  const { stdout, stderr, code } = await bench.run(["render", "-e", environment]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return { text: stdout, alerts: (parse(stdout) as { alerts: Record<string, unknown>[] }).alerts };
}

async function problems(definitions: string, ...options: string[]) {
  bench.write("alerts/a.yaml", definitions);
  const { stdout } = await bench.run(["check", ...options]);
  return stdout
    .split("\n")
    .filter((line) => /^(?:error|warning):/.test(line) && !line.includes("No definition uses"));
}

const alert = (lines: string) =>
  `alerts:\n  - name: A\n    policy: 1\n    destinations: ["\${pager}"]\n    event: { categories: [deploy] }\n${lines}`;

describe("a number or a boolean inside a text is written as in dbmon.yaml", () => {
  it.each(["1.10", "0e1234", "012345", "0x1F", "9007199254740993", "1e3", "-0", "TRUE", "+5"])(
    "%s",
    async (v) => {
      const config = readFileSync(resolve(bench.folder(), "dbmon.yaml"), "utf8");
      const values = `limit: 60, v: ${v}, nested: "v\${v}", same: "\${v}"`;
      bench.write("dbmon.yaml", config.replaceAll(/limit: \d+/g, values));
      const { alerts } = await render(alert('    annotations: "Release ${v}, ${nested}, ${same}"\n'));
      expect(alerts).toMatchObject([{ annotations: `Release ${v}, v${v}, ${v}` }]);
      bench.write("alerts/a.yaml", alert("").replace("name: A", 'name: "${same}"'));
      const { stdout } = await bench.run(["check", "-e", "staging"]);
      expect(stdout).toContain(`name must be a string, not ${v}. \${same} is defined at dbmon.yaml:6:`);
      expect(stdout).toContain(`Put the value in quotes: "${v}".`);
    },
  );
});

it("a value that is not a finite number must be in quotes", async () => {
  const config = readFileSync(resolve(bench.folder(), "dbmon.yaml"), "utf8");
  bench.write("dbmon.yaml", config.replace("limit: 60", "limit: .inf"));
  bench.write("alerts/a.yaml", lag);
  const { stdout, stderr } = await bench.run(["check"]);
  expect(stdout + stderr).toContain(
    'limit must be a string, a number or a boolean, not .inf.\n  Put it in quotes: ".inf".',
  );
});

it("replaces values in strings, and gives a scalar the type of its value", async () => {
  const { alerts } = await render(lag);
  expect(alerts).toEqual([
    {
      name: "Lag in staging",
      policy: "Every time",
      destinations: ["DBA team mail"],
      threshold: { alert_level: "warn", metric: "os.cpu.user_us", trigger: 60, duration: 2, reset: 20 },
    },
  ]);
  const quoted = await render(lag.replace('"${pager}"', "'${ pager }'"), "production-eu");
  expect(quoted.alerts).toMatchObject([{ destinations: ["On-call PagerDuty"], threshold: { trigger: 30 } }]);
});

it.each([
  ["block style", (text: string) => text],
  ["YAML with a directive", (text: string) => `%YAML 1.2\n---\n${text}`],
  ["JSON", (text: string) => JSON.stringify(parse(text))],
])("replaces values in %s", async (_, convert) => {
  const { alerts } = await render(convert(lag));
  expect(alerts).toMatchObject([
    { name: "Lag in staging", destinations: ["DBA team mail"], threshold: { trigger: 60 } },
  ]);
});

it("prints every key that applies to one environment", async () => {
  const { text, alerts } = await render(
    alert(
      "    annotations: Run\n    renamed_from: Z\n    hosts: [1, db-*]\n    host_tags: { team: [dba] }\n    allow_no_hosts: true\n    host_types: [mysql]\n    muted: { until: 2026-12-24T08:00:00Z }\n    ignore: [annotations]\n",
    ),
  );
  const schema = JSON.parse(readFileSync(definitionsSchema, "utf8")) as {
    $defs: { Definitions: { properties: { alerts: { items: { properties: object } } } } };
  };
  const { properties } = schema.$defs.Definitions.properties.alerts.items;
  const others = ["disabled", "threshold", "environments", "overrides"];
  const expected = Object.keys(properties).filter((key) => !others.includes(key));
  expect(Object.keys(alerts[0] ?? {}).sort()).toEqual(expected.sort());
  expect((await render(text)).text).toBe(text);
});

it("prints literal text that check reads as literal text again", async () => {
  const { text, alerts } = await render(
    alert('    annotations: "$${RUNBOOK} of ${environment}, $${limit}"\n'),
  );
  expect(alerts).toMatchObject([{ annotations: "$${RUNBOOK} of staging, $${limit}" }]);
  const again = await render(text);
  expect(again.text).toBe(text);
});

it("reports values without environments, and prints literal text that is read everywhere", async () => {
  bench.write("elsewhere/a.yaml", alert("    annotations: See $${RUNBOOK}\n"));
  const literal = alert("    annotations: See $${RUNBOOK}\n").replace("${", () => "$${");
  for (const config of ["environments: {}", undefined]) {
    if (config === undefined) rmSync(`${bench.folder()}/dbmon.yaml`);
    else bench.write("dbmon.yaml", config);
    const undefinedValue = await bench.run(["render", "elsewhere"]);
    expect(undefinedValue.code).toBe(1);
    expect(undefinedValue.stderr).toContain(
      `error: elsewhere/a.yaml:4:20: "A", field destinations[0]: The value "pager" is not defined, because there are no environments.
  Define the environments in the file dbmon.yaml of this folder or a parent folder, or set --config. Write a literal \${ as $\${.`,
    );
    bench.write("literal/a.yaml", literal);
    const { stdout } = await bench.run(["render", "literal"]);
    expect(parse(stdout)).toMatchObject({
      alerts: [{ annotations: "See $${RUNBOOK}", destinations: ["$${pager}"] }],
    });
    bench.write("rendered/a.yaml", stdout);
    expect((await bench.run(["render", "rendered"])).stdout).toBe(stdout);
  }
});

it("limits an alert to environments, and overrides its keys in some", async () => {
  const text = alert(
    `    environments: ["production-*"]
  - name: B
    policy: 1
    destinations: [1, 2]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 5, duration: 2, reset: 4 }
    overrides:
      "*": { threshold: { trigger: 6 } }
      staging: { disabled: true, destinations: [3], threshold: { reset: 2 } }
`,
  );
  expect((await render(text)).alerts).toEqual([
    {
      name: "B",
      policy: 1,
      destinations: [3],
      disabled: true,
      threshold: { alert_level: "warn", metric: "os.cpu.user_us", trigger: 6, duration: 2, reset: 2 },
    },
  ]);
  expect((await render(text, "production-eu")).alerts).toMatchObject([
    { name: "A" },
    { name: "B", destinations: [1, 2], threshold: { trigger: 6, reset: 4 } },
  ]);
});

it("reports a problem once, with the environments that have it", async () => {
  expect(await problems(alert("    color: red\n    overrides: { staging: { disabled: maybe } }\n"))).toEqual([
    'error: alerts/a.yaml:6:5: "A": Unknown key color. Environments: staging, production-eu.',
    'error: alerts/a.yaml:7:39: "A": disabled must be a boolean, not the string "maybe". Environment: staging.',
  ]);
});

it("reports a value of the wrong type with both places", async () => {
  bench.configure(
    "  test:\n    base_url: http://127.0.0.1:1\n    api_token: { env: DBMON_T }\n    values: { pager: x, limit: fast }\n",
  );
  expect(await problems(lag)).toEqual([
    'error: alerts/a.yaml:5:70: "Lag in test": threshold.trigger must be a number, not the string "fast". ${limit} is defined at dbmon.yaml:14:32. Environment: test.',
  ]);
});

it("reports missing and unused values, with similar names", async () => {
  bench.configure(
    "  test:\n    base_url: http://127.0.0.1:1\n    api_token: { env: DBMON_T }\n    values: { pager: x, limits: 5 }\n",
  );
  bench.write("alerts/a.yaml", lag);
  const { stdout, code } = await bench.run(["check"]);
  expect(code).toBe(1);
  expect(stdout).toBe(
    `error: alerts/a.yaml:5:70: "Lag in \${environment}", field threshold.trigger: The value "limit" is not defined. Environment: test.
  Add it to the values of the environment in dbmon.yaml, or write a literal \${ as $\${. Did you mean "limits"?
warning: dbmon.yaml:14:33: No definition uses the value "limits". Environment: test.
  Remove it, or use it in a definition as \${limits}.
`,
  );
});

it.each([
  [
    "    environments: [stagin]\n",
    'error: alerts/a.yaml:6:20: "A", field environments[0]: No environment is named "stagin".',
  ],
  ['    environments: ["x-*"]\n', 'No environment matches the pattern "x-*".'],
  ["    environments: staging\n", "environments must be a sequence, not the string"],
  [
    "    overrides: { stagin: { disabled: true } }\n",
    'error: alerts/a.yaml:6:18: "A", field overrides.stagin: No environment is named "stagin".',
  ],
  ["    overrides: { staging: true }\n", "overrides.staging must be a mapping, not true."],
  [
    "    overrides: { staging: { threshold: { trigger: 1 } } }\n",
    "Missing required key threshold.alert_level.",
  ],
  ['    annotations: "${1x}"\n', 'The text contains "${1x}", which is not the name of a value.'],
  ['    annotations: "costs ${"\n', 'The text contains "${", which is not the name of a value.'],
])("reports %j", async (lines, problem) => {
  expect((await problems(alert(lines))).join("\n")).toContain(problem);
});

it("limits strings that values expand", async () => {
  const long = "x".repeat(9_000);
  bench.write(
    "dbmon.yaml",
    `definitions: [alerts]\nenvironments: { staging: { base_url: "http://x", api_token: { env: DBMON_T }, values: { long: ${long} } } }`,
  );
  const found = await problems(
    alert(`    annotations: "${"${long}".repeat(10_000)}"\n`).replace("${pager}", "1"),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("The values expand the strings of the file to more than 64 million characters.");
});

it("prints one document with the problems and their environments", async () => {
  bench.write("alerts/a.yaml", alert("    overrides: { staging: { disabled: maybe } }\n"));
  const { stdout } = await bench.run(["check", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    alerts: [],
    invalid_alerts: [{ name: "A" }],
    problems: [{ severity: "error", environments: ["staging"] }, { severity: "warning" }],
  });
  const selected = await bench.run(["check", "-e", "production-eu"]);
  expect(selected).toMatchObject({ code: 0 });
});
