/** dbmon compare reads two environments, and reports their differences by names. */
import { cleanSeed, ServiceEmulator, systemClock } from "../../../../src/emulator";
import { expectToMatchSchema } from "../../documents";
import { environmentsBench, tokens } from "../../environments/environments-bench";

const bench = environmentsBench();

const shared = (trigger: string, policy: string) => `
  - name: Shared
    policy: ${policy}
    destinations: [Pager, Mail]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: ${trigger}, duration: 5m, reset: 20 }
`;
const event = (name: string) => `
  - name: ${name}
    policy: Every time
    destinations: [Mail]
    event: { categories: [deploy, load test] }
`;

/** Starts two services whose destinations have different IDs, and applies alerts to both. */
async function applyToBoth(staging: string, production: string): Promise<void> {
  const start = async (names: readonly string[]) => {
    const seed = cleanSeed(systemClock);
    const [destination] = seed.destinations;
    if (destination === undefined) throw new Error("The demo has no destinations.");
    const destinations = names.map((name, index) => ({ ...destination, id: index + 1, name }));
    const emulator = await ServiceEmulator.start({
      seed: { ...seed, alerts: [], destinations },
      tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging", [tokens.DBMON_EU_TOKEN]: "production-eu" },
      propagationSeconds: 0,
    });
    bench.onClose(() => emulator.stop());
    return emulator.url;
  };
  bench.write(
    "dbmon.yaml",
    `environments:
  staging: { base_url: "${await start(["Pager", "Mail"])}", api_token: { env: DBMON_STAGING_TOKEN } }
  production-eu: { base_url: "${await start(["Mail", "Other", "Pager"])}", api_token: { env: DBMON_EU_TOKEN } }
`,
  );
  bench.write("staging/alerts.yaml", `alerts:${staging}`);
  bench.write("production/alerts.yaml", `alerts:${production}`);
  expect((await bench.run(["apply", "staging", "-e", "staging", "--yes"])).code).toBe(0);
  expect((await bench.run(["apply", "production", "-e", "production-eu", "--yes"])).code).toBe(0);
}

it("reports no differences if only IDs differ", async () => {
  const alerts = shared("60", "Every time") + event("Deployed");
  await applyToBoth(alerts, event("Deployed") + shared("60", "Every time"));
  const run = await bench.run(["compare", "staging", "production-eu", "--detailed-exitcode"]);
  expect(run).toEqual({
    code: 0,
    stdout: "Compare: 0 alerts only in staging, 0 only in production-eu, 0 different, 2 the same.\n",
    stderr: "",
  });
});

it("reports alerts of one environment, and different fields, as text and as a document", async () => {
  await applyToBoth(shared("60", "Every time") + event("Only here"), shared("30", "2") + event("Only there"));
  const run = await bench.run(["compare", "staging", "production-eu", "--detailed-exitcode"]);
  expect(run.code).toBe(2);
  expect(run.stdout).toBe(`only in staging: "Only here"
only in production-eu: "Only there"
different: "Shared"
    policy: staging "Every time", production-eu "At most once every 15 minutes"
    threshold.trigger: staging 60, production-eu 30

Compare: 1 alert only in staging, 1 only in production-eu, 1 different, 0 the same.
`);
  const json = await bench.run(["compare", "production-eu", "staging", "--json"]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({
    dbmon: 1,
    a: { name: "production-eu" },
    b: { name: "staging" },
    only_in_a: ["Only there"],
    only_in_b: ["Only here"],
    different: [
      {
        name: "Shared",
        fields: [
          { path: ["policy"], a: "At most once every 15 minutes", b: "Every time" },
          { path: ["threshold", "trigger"], a: 30, b: 60 },
        ],
      },
    ],
    same: 0,
  });
});

it("lists the objects of one environment that its alerts use, and its document has a schema", async () => {
  const on = (name: string, destinations: string) =>
    event(name).replace("Mail", destinations).replace("event:", "hosts: [db-1.shop.example]\n    event:");
  await applyToBoth(
    event("Deployed"),
    ["One", "Two", "Three"].map((name) => on(name, "Other, Mail")).join(""),
  );
  const run = await bench.run(["compare", "staging", "production-eu"]);
  expect(run.stdout).toContain(
    'only in production-eu: destination "Other", used by "One" and 2 other alerts\n\nCompare: 1 alert only in staging',
  );
  expect(run.stdout).not.toContain('destination "Pager"');
  expect(run.stdout).not.toContain("host");
  const document = JSON.parse(
    (await bench.run(["compare", "staging", "production-eu", "--json"])).stdout,
  ) as object;
  expectToMatchSchema("compare.schema.json", document);
  expect(document).toMatchObject({
    objects_only_in_a: [],
    objects_only_in_b: [{ kind: "destination", name: "Other", alerts: ["One", "Three", "Two"] }],
  });
});

it.each([
  [["staging", "stagin"], 'No environment is named "stagin".\n  Did you mean "staging"?'],
  [["staging", "staging"], '"staging" and "staging" are not the names of two environments.'],
  [["staging", "production-*"], '"staging" and "production-*" are not the names of two environments.'],
])("refuses %j", async (names, message) => {
  bench.configure();
  const run = await bench.run(["compare", ...names]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(message);
});

it("reports the failures of both environments with their names", async () => {
  await bench.start();
  bench.configure();
  const run = await bench.run(["compare", "staging", "production-eu"], {
    DBMON_STAGING_TOKEN: "unknown-1",
    DBMON_EU_TOKEN: "",
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("Environment: staging.");
  expect(run.stderr).toContain("No API token is set. Environment: production-eu.");
});
