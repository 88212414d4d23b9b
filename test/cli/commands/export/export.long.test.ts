/** `dbmon export`: files, requests and messages. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type SeedAlert } from "../../../../src/emulator";
import { environmentOf, writesTo } from "../../../support/command";
import { shopSeed } from "../../../support/emulator";
import { exportBench, gone } from "./export-bench";

const { bench, path, read, shop } = exportBench();

it("writes definitions whose plan has no changes, and prints the command to verify that", async () => {
  const { service, environment, yaml } = await shop();
  const { code, stdout, stderr } = await yaml();
  expect(stdout).toBe(
    "written  .dbmon-export\nwritten  event-alerts.yaml\nwritten  threshold-alerts.yaml\n" +
      `Environment: ${service.url} (token of DBMON_API_TOKEN)\nExport: 5 alerts. Files: 3 written.\n`,
  );
  expect(stderr).toBe(
    'warning: "test, please ignore": The alert (id 6) was not exported.\n' +
      "  It has no configuration. Add one in the service, or delete the alert.\n" +
      "Next, verify that a plan has no changes:\n  dbmon plan alerts\n",
  );
  expect(code).toBe(0);
  const plan = await bench.dbmon(["plan", "alerts", "--detailed-exitcode"], { environment });
  expect(plan).toMatchObject({
    code: 0,
    stdout: `Environment: ${service.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 5 in sync, 1 unmanaged.\n`,
  });
  expect(writesTo(service)).toEqual([]);
  expect(read("alerts/event-alerts.yaml")).toContain(`
  - name: ${gone}
    policy: Every time
    destinations: [On-call PagerDuty]
    host_types: [mysql, pgsql]
    event:
      categories: [Database Server Restart, Host stopped sending data]
`);
  expect(read("alerts/threshold-alerts.yaml")).toMatch(/^ {6}duration: 5m$/m);
});

it.each([
  ["hcl", "terraform -chdir='my alerts' init && terraform -chdir='my alerts' plan"],
  [
    "typescript",
    "cd 'my alerts' && npx tsx main.ts && terraform -chdir=cdktf.out/stacks/alerts init && terraform -chdir=cdktf.out/stacks/alerts plan",
  ],
  ["typescript --library cdktf", "cd 'my alerts' && npx cdktf diff alerts --skip-provider-lock"],
  ["yaml", "dbmon plan 'my alerts'"],
])("prints the next commands for %s, quoted for a shell", async (language, command) => {
  const { run } = await shop();
  const { code, stderr } = await run("--to", ...language.split(" "), "--out", "my alerts");
  expect(code).toBe(0);
  expect(stderr.endsWith(`\n  ${command}\n`)).toBe(true);
  const install =
    "dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc && export TF_CLI_CONFIG_FILE=~/dbmon.tfrc";
  expect(stderr.includes(`\n  ${install}\n`)).toBe(language !== "yaml");
});

it.each([
  [[], "cdktn", "dbmon-iac/cdktn"],
  [["--library", "cdktn"], "cdktn", "dbmon-iac/cdktn"],
  [["--library", "cdktf"], "cdktf", "dbmon-iac"],
])("imports from the library of the options %j", async (options, library, constructs) => {
  const { run } = await shop();
  expect(await run("--to", "typescript", "--out", "alerts", ...options)).toMatchObject({ code: 0 });
  const imports = ["main.ts", "references.ts", "event-alerts.ts"]
    .flatMap((file) => read(`alerts/${file}`).match(/(?<=from ")[^."]+(?=")/g) ?? [])
    .filter((name) => name !== "constructs");
  expect(new Set(imports)).toEqual(new Set([library, constructs]));
});

it("refuses a library in another language, and an unknown library, and writes nothing", async () => {
  const { run } = await shop();
  expect(await run("--to", "hcl", "--out", "alerts", "--library", "cdktf")).toMatchObject({
    code: 1,
    stderr:
      "error: --library selects a library for typescript, but --to is hcl.\n  Remove --library, or set --to to typescript.\n",
  });
  const unknown = await run("--to", "typescript", "--out", "alerts", "--library", "cdkt");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("'cdkt' is invalid. Allowed choices are cdktn, cdktf.");
  expect(existsSync(join(bench.folder(), "alerts"))).toBe(false);
});

it.each(["exec", "run-script"])("prints npx in the next command if npm %s started it", async (npmCommand) => {
  const { environment } = await shop();
  const run = await bench.dbmon(["export", "--to", "yaml", "--out", "alerts"], {
    environment: { ...environment, npm_command: npmCommand },
  });
  expect(run.stderr).toContain("\n  npx dbmon-iac plan alerts\n");
});

it.each([
  [[], ["required option '--to <language>' not specified"]],
  [["--to", "yaml"], ["required option '--out <dir>' not specified"]],
  [
    ["--to", "terraform", "--out", "x"],
    ["Must be typescript (constructs), yaml (definitions files) or hcl (Terraform)."],
  ],
] as const)("%j is refused before any request", async (args, messages) => {
  const { service, run } = await shop();
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const message of messages) expect(stderr).toContain(message);
  expect(service.requests.list()).toEqual([]);
});

it.each(["file", "file/below", "folder"])(
  "writes nothing if the files cannot be written to %s",
  async (out) => {
    const { run } = await shop();
    bench.write("file", "mine\n");
    // A folder has the name of a file that is to be written.
    bench.write("folder/threshold-alerts.yaml/x", "mine\n");
    const { code, stdout, stderr } = await run("--to", "yaml", "--out", out);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      out === "folder"
        ? /The path is a folder, not a file\./
        : /Cannot write the file: [^]*Choose a writable folder\./,
    );
    expect(read("file")).toBe("mine\n");
    expect(readdirSync(path("folder"))).toEqual(["threshold-alerts.yaml"]);
  },
);

it("--json prints one document, with the differences", async () => {
  const { service, yaml, run } = await shop();
  bench.write("alerts/event-alerts.yaml", "alerts: []\n");
  const { code, stdout } = await yaml("--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    dbmon: 1,
    $schema: expect.stringMatching(/\/schemas\/export\.schema\.json$/) as string,
    command: "export",
    status: "failed",
    base_url: service.url,
    token_variable: "DBMON_API_TOKEN",
    files: [
      { path: ".dbmon-export", status: "written" },
      {
        path: "event-alerts.yaml",
        status: "differs",
        diff: expect.arrayContaining(["-alerts: []"]) as unknown,
      },
      { path: "threshold-alerts.yaml", status: "written" },
    ],
    defined_elsewhere: [],
    problems: [
      {
        code: "alert-unsupported",
        severity: "warning",
        what: "The alert (id 6) was not exported.",
        remedy: expect.stringContaining("no configuration") as unknown,
        where: { subject: "test, please ignore" },
      },
      {
        code: "file-changed",
        severity: "error",
        what: expect.any(String) as unknown,
        remedy: expect.any(String) as unknown,
        where: { file: "alerts/event-alerts.yaml" },
      },
    ],
  });
  const refused = await run("--json");
  expect(JSON.parse(refused.stdout)).toMatchObject({
    dbmon: 1,
    problems: [{ severity: "error", what: "required option '--to <language>' not specified" }],
  });
});

const plain: SeedAlert = {
  alert: { name: "plain", annotations: "", policy: 1, type: 1, disabled: 0, destinations: [] },
  config: { hosts: [], host_types: [], categories: ["deploy"] },
};

it("reads the list once, each configuration once, and only the catalogs that alerts refer to", async () => {
  const service = await bench.emulator({ seed: { ...shopSeed(), alerts: [plain] } });
  await bench.dbmon(["export", "--to", "yaml", "--out", "alerts"], { environment: environmentOf(service) });
  expect(
    service.requests
      .list()
      .map(({ path: asked }) => asked)
      .sort(),
  ).toEqual(["/api/v2/config/alert-opts/policy", "/api/v2/config/alerts", "/api/v2/config/alerts/1/config"]);
});

it("an unsupported alert is reported and skipped", async () => {
  const service = await bench.emulator({ seed: { ...shopSeed(), alerts: [plain] } });
  const data = [
    { id: 1, ...plain.alert },
    { id: 41, name: "custom", policy: { every: "hour" }, type: 3 },
  ];
  service.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body: { data } } });
  const run = await bench.dbmon(["export", "--to", "hcl", "--out", "alerts"], {
    environment: environmentOf(service),
  });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(
    'warning: "custom": The alert (id 41) was not exported.\n  Unsupported kind (type 3).\n',
  );
  expect(read("alerts/imports.tf")).toContain('# - "custom" (id 41): Unsupported kind');
});
