/** `dbmon export`: what it writes, what it leaves, and what it says. */
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { demoSeed, type SeedAlert, type ServiceEmulator, systemClock } from "../../src/emulator";
import { shopSeed } from "../support/shop-seed";
import { commandBench, environmentOf, writesTo } from "./command";

const bench = commandBench();
const path = (...names: string[]) => join(bench.folder(), ...names);
const read = (...names: string[]) => readFileSync(path(...names), "utf8");

async function shop() {
  const service = await bench.emulator({ seed: demoSeed(systemClock) });
  const environment = environmentOf(service);
  const run = (...args: string[]) => bench.dbmon(["export", ...args], { environment });
  return {
    service,
    environment,
    run,
    yaml: (...args: string[]) => run("--to", "yaml", "--out", "alerts", ...args),
  };
}

async function call(
  service: ServiceEmulator,
  method: string,
  endpoint: string,
  body?: object,
): Promise<void> {
  const answer = await fetch(`${service.url}/api/v2/config/alerts${endpoint}`, {
    method,
    headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

const gone = "🚨 A database is gone";
const rename = (service: ServiceEmulator, name: string) =>
  call(service, "PUT", "/2", {
    id: 2,
    name,
    annotations: "",
    policy: 1,
    type: 1,
    disabled: 0,
    destinations: [2],
  });

it("writes definitions that a plan finds nothing to change in, and says how to see that", async () => {
  const { service, environment, yaml } = await shop();
  const { code, stdout, stderr } = await yaml();
  expect(stdout).toBe(
    "written  .dbmon-export\nwritten  event-alerts.yaml\nwritten  threshold-alerts.yaml\nExport: 5 alerts; files: 3 written.\n",
  );
  expect(stderr).toBe(
    'warning: "test, please ignore": The alert (id 6) is left out.\n' +
      "  It was begun and never given a configuration: give it one in the service, or delete it.\n" +
      "Next, see that a plan has nothing to change:\n  dbmon plan alerts\n",
  );
  expect(code).toBe(0);
  const plan = await bench.dbmon(["plan", "alerts", "--detailed-exitcode"], { environment });
  expect(plan).toMatchObject({
    code: 0,
    stdout: "Plan: No changes; 5 in sync, 1 not in code and left alone.\n",
  });
  expect(writesTo(service)).toEqual([]);
  expect(read("alerts/event-alerts.yaml")).toContain(`
  - name: ${gone}
    policy: 1 # Every time
    destinations: [On-call PagerDuty]
    host_types: [mysql, pgsql]
    event:
      categories: [Database Server Restart, Host stopped sending data]
`);
});

it.each([
  ["hcl", "terraform -chdir='my alerts' init && terraform -chdir='my alerts' plan"],
  ["typescript", "cd 'my alerts' && npx cdktf diff alerts --skip-provider-lock"],
  ["yaml", "dbmon plan 'my alerts'"],
])("in %s the next command can be copied", async (language, command) => {
  const { run } = await shop();
  const { code, stderr } = await run("--to", language, "--out", "my alerts");
  expect(code).toBe(0);
  expect(stderr.endsWith(`\n  ${command}\n`)).toBe(true);
});

it("who ran it with npx is told to go on with npx", async () => {
  const { environment } = await shop();
  const run = await bench.dbmon(["export", "--to", "yaml", "--out", "alerts"], {
    environment: { ...environment, npm_command: "exec" },
  });
  expect(run.stderr).toContain("\n  npx dbmon plan alerts\n");
});

it("again, it leaves what has not changed and updates what has", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const files = ["event-alerts.yaml", "threshold-alerts.yaml"].map((name) => path("alerts", name));
  const long = new Date("2020-01-01T00:00:00Z");
  for (const file of files) utimesSync(file, long, long);
  expect((await yaml()).stdout).toBe("Export: 5 alerts; files: 3 unchanged.\n");
  expect(files.map((file) => statSync(file).mtimeMs)).toEqual([long.getTime(), long.getTime()]);

  // Whoever has the old file keeps it whole: the new one takes its place.
  linkSync(path("alerts/event-alerts.yaml"), path("old"));
  await rename(service, "Gone");
  const { code, stdout } = await yaml();
  expect(read("old")).toContain(`- name: ${gone}\n`);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "updated  event-alerts.yaml\nExport: 5 alerts; files: 1 updated, 2 unchanged.\n",
  });
  expect(read("alerts/event-alerts.yaml")).toContain("- name: Gone\n");
  expect(readdirSync(path("alerts"))).toEqual([
    ".dbmon-export",
    "event-alerts.yaml",
    "threshold-alerts.yaml",
  ]);
});

it("an edit stays as it is, beside the difference, until it is to be overwritten", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const edited = read("alerts/event-alerts.yaml").replace("policy: 1 # Every time", "policy: 3 # Mine");
  writeFileSync(path("alerts/event-alerts.yaml"), edited);
  await rename(service, "Gone");
  const { code, stdout, stderr } = await yaml();
  expect(code).toBe(1);
  expect(read("alerts/event-alerts.yaml")).toBe(edited);
  expect(stdout).toContain(
    "differs  event-alerts.yaml\n--- alerts/event-alerts.yaml\n+++ alerts/event-alerts.yaml (export)\n@@ -",
  );
  expect(stdout).toContain(`\n-  - name: ${gone}\n-    policy: 3 # Mine\n`);
  expect(stdout).toContain("\n+  - name: Gone\n+    policy: 1 # Every time\n");
  expect(stdout).toMatch(/\nExport: 5 alerts; files: 2 unchanged, 1 differs\.\n$/);
  expect(stderr).toContain(
    "error: alerts/event-alerts.yaml: The file is not as an export wrote it, so it was left as it is.\n",
  );
  expect(stderr).toContain("--force");
  expect(stderr).not.toContain("Next,");

  expect((await yaml("--force")).stdout).toContain("updated  event-alerts.yaml\n");
  expect(read("alerts/event-alerts.yaml")).toContain("- name: Gone\n    policy: 1");
});

it("a file that no export wrote is not overwritten, and the others are written", async () => {
  const { yaml } = await shop();
  bench.write("alerts/event-alerts.yaml", "alerts: []\n");
  const { code, stdout } = await yaml();
  expect(code).toBe(1);
  expect(stdout).toContain("differs  event-alerts.yaml\n");
  expect(read("alerts/event-alerts.yaml")).toBe("alerts: []\n");
  expect(existsSync(path("alerts/threshold-alerts.yaml"))).toBe(true);
});

it("what a checkout makes of the ends of lines is no edit", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const windows = read("alerts/event-alerts.yaml").replaceAll("\n", "\r\n");
  writeFileSync(path("alerts/event-alerts.yaml"), windows);
  expect((await yaml()).stdout).toBe("Export: 5 alerts; files: 3 unchanged.\n");
  await rename(service, "Gone");
  expect((await yaml()).stdout).toContain("updated  event-alerts.yaml\n");
});

it("a file whose alerts are gone is removed, unless somebody edited it", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const edited = `${read("alerts/event-alerts.yaml")}# mine\n`;
  for (const id of [2, 5]) await call(service, "DELETE", `/${String(id)}`);
  writeFileSync(path("alerts/event-alerts.yaml"), edited);
  const kept = await yaml();
  expect(kept.code).toBe(1);
  expect(kept.stderr).toContain("there are no alerts for it any more.\n  It was left as it is. Delete it");
  expect((await yaml("--force")).code).toBe(1);
  expect(read("alerts/event-alerts.yaml")).toBe(edited);

  writeFileSync(path("alerts/event-alerts.yaml"), edited.replace("# mine\n", ""));
  const { code, stdout } = await yaml();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "removed  event-alerts.yaml\nExport: 3 alerts; files: 1 removed, 2 unchanged.\n",
  });
  expect(readdirSync(path("alerts"))).toEqual([".dbmon-export", "threshold-alerts.yaml"]);
});

it("the project's own file is begun, and then its owner's", async () => {
  const { run } = await shop();
  const typescript = () => run("--to", "typescript", "--out", ".");
  await typescript();
  expect(JSON.parse(read("cdktf.json"))).toMatchObject({ app: "npx tsx main.ts" });
  bench.write("cdktf.json", "{}\n");
  expect((await typescript()).code).toBe(0);
  expect(read("cdktf.json")).toBe("{}\n");
});

it("--only takes the alerts whose names fit, and does not mix them with other exports", async () => {
  const { run, yaml } = await shop();
  const { stdout } = await run("--to", "yaml", "--out", "some", "--only", "*database*", "--only", "Slow*");
  expect(stdout).toMatch(/Export: 2 alerts;/);
  const none = await run("--to", "yaml", "--out", "none", "--only", "shop/*");
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain('No alert has a name that fits --only "shop/*".');
  expect(existsSync(path("none"))).toBe(false);

  await yaml();
  const before = read("alerts/event-alerts.yaml");
  const mixed = await yaml("--only", "*database*");
  expect(mixed).toMatchObject({ code: 1, stdout: "" });
  expect(mixed.stderr).toContain(
    'The folder holds an export of other alerts than --only names: "threshold-alerts.yaml".',
  );
  expect(read("alerts/event-alerts.yaml")).toBe(before);
});

it.each([
  [
    [],
    [
      "It is not said what to write.",
      "Say --to typescript, --to yaml or --to hcl.",
      "It is not said where to write.",
    ],
  ],
  [["--to", "terraform", "--out", "x"], ['--to: "terraform" is no language of an export.']],
  [["--to", "typescrpt", "--out", "x"], ['Did you mean "typescript"?']],
] as const)("%j is refused before anything is read", async (args, messages) => {
  const { service, run } = await shop();
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const message of messages) expect(stderr).toContain(message);
  expect(service.requests.list()).toEqual([]);
});

it.each(["file", "file/below", "folder"])(
  "where %s cannot take the files, nothing is written",
  async (out) => {
    const { run } = await shop();
    bench.write("file", "mine\n");
    // A folder has the name of a file that is to be written.
    bench.write("folder/threshold-alerts.yaml/x", "mine\n");
    const { code, stdout, stderr } = await run("--to", "yaml", "--out", out);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("The export cannot be written: ");
    expect(stderr).toContain("Name a folder that you may write to with --out.");
    expect(read("file")).toBe("mine\n");
    expect(readdirSync(path("folder"))).toEqual(["threshold-alerts.yaml"]);
  },
);

it("--json is one document, with the differences", async () => {
  const { yaml, run } = await shop();
  bench.write("alerts/event-alerts.yaml", "alerts: []\n");
  const { code, stdout } = await yaml("--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    files: [
      { path: ".dbmon-export", status: "written" },
      {
        path: "event-alerts.yaml",
        status: "differs",
        diff: expect.arrayContaining(["-alerts: []"]) as unknown,
      },
      { path: "threshold-alerts.yaml", status: "written" },
    ],
    skipped: [
      { id: 6, name: "test, please ignore", reason: expect.stringContaining("never given") as unknown },
    ],
    problems: [
      {
        severity: "error",
        what: expect.any(String) as unknown,
        remedy: expect.any(String) as unknown,
        where: { file: "alerts/event-alerts.yaml" },
      },
    ],
  });
  const refused = await run("--json");
  expect(JSON.parse(refused.stdout)).toMatchObject({
    version: 1,
    problems: [{ severity: "error" }, { severity: "error" }],
  });
});

const plain: SeedAlert = {
  alert: { name: "plain", annotations: "", policy: 1, type: 1, disabled: 0, destinations: [] },
  config: { hosts: [], host_types: [], categories: ["deploy"] },
};

it("reads one list, each configuration once, and of the rest only what alerts refer to", async () => {
  const service = await bench.emulator({ seed: { ...shopSeed(), alerts: [plain] } });
  await bench.dbmon(["export", "--to", "yaml", "--out", "alerts"], { environment: environmentOf(service) });
  expect(
    service.requests
      .list()
      .map(({ path: asked }) => asked)
      .sort(),
  ).toEqual(["/api/v2/config/alert-opts/policy", "/api/v2/config/alerts", "/api/v2/config/alerts/1/config"]);
});

it("an alert of an unknown kind is told and left out", async () => {
  const service = await bench.emulator({ seed: { ...shopSeed(), alerts: [plain] } });
  const data = [
    { id: 1, ...plain.alert },
    { id: 41, name: "custom", policy: { every: "hour" }, type: 3 },
  ];
  service.faults.add({ method: "GET", path: /\/alerts$/, answer: { status: 200, body: { data } } });
  const run = await bench.dbmon(["export", "--to", "hcl", "--out", "alerts"], {
    environment: environmentOf(service),
  });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(
    'warning: "custom": The alert (id 41) is left out.\n  It is of a kind that this version does not know (type 3).\n',
  );
  expect(read("alerts/imports.tf")).toContain('# - "custom" (id 41): It is of a kind');
});
