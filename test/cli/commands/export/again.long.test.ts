/** `dbmon export` into a folder with existing files: updated, kept and removed files. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type ServiceEmulator } from "../../../../src/emulator";
import { environmentOf } from "../../../support/command";
import { change, exportBench, gone } from "./export-bench";

const { bench, path, read, shop } = exportBench();

const rename = (service: ServiceEmulator, name: string) =>
  change(service, "PUT", "/2", {
    id: 2,
    name,
    annotations: "",
    policy: 1,
    type: 1,
    disabled: 0,
    destinations: [2],
  });

it("a second export updates changed files only", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const files = ["event-alerts.yaml", "threshold-alerts.yaml"].map((name) => path("alerts", name));
  const long = new Date("2020-01-01T00:00:00Z");
  for (const file of files) utimesSync(file, long, long);
  expect((await yaml()).stdout).toContain("\nExport: 5 alerts. Files: 3 unchanged.\n");
  expect(files.map((file) => statSync(file).mtimeMs)).toEqual([long.getTime(), long.getTime()]);

  // A hard link to the old file keeps its content, because the new file replaces it.
  linkSync(path("alerts/event-alerts.yaml"), path("old"));
  await rename(service, "Gone");
  const { code, stdout } = await yaml();
  expect(read("old")).toContain(`- name: ${gone}\n`);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `updated  event-alerts.yaml\nEnvironment: ${service.url} (token of DBMON_API_TOKEN)\nExport: 5 alerts. Files: 1 updated, 2 unchanged.\n`,
  });
  expect(read("alerts/event-alerts.yaml")).toContain("- name: Gone\n");
  expect(readdirSync(path("alerts"))).toEqual([
    ".dbmon-export",
    "event-alerts.yaml",
    "threshold-alerts.yaml",
  ]);
});

describe("links and special files", () => {
  it.each([
    [
      "a link to a file",
      (file: string) => {
        symlinkSync(path("elsewhere"), file);
      },
      "a symbolic link",
    ],
    [
      "a broken link",
      (file: string) => {
        symlinkSync(path("nowhere"), file);
      },
      "a symbolic link",
    ],
    ["a named pipe", (file: string) => spawnSync("mkfifo", [file]), "a special file"],
    [
      "a folder",
      (file: string) => {
        mkdirSync(file);
      },
      "a folder",
    ],
  ])("%s in place of a file is refused, and nothing is written", async (_, create, kind) => {
    const { yaml } = await shop();
    bench.write("elsewhere", "mine");
    mkdirSync(path("alerts"));
    create(path("alerts/event-alerts.yaml"));
    const { code, stdout, stderr } = await yaml("--force");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `error: alerts/event-alerts.yaml: The path is ${kind}, not a file. Nothing was written.\n` +
        "  Move it, or choose another folder.\n",
    );
    expect(readdirSync(path("alerts"))).toEqual(["event-alerts.yaml"]);
    expect(read("elsewhere")).toBe("mine");
    expect(existsSync(path("nowhere"))).toBe(false);
  });

  it("a linked folder is refused, and a linked file of other origin is neither read nor removed", async () => {
    const { run, yaml } = await shop();
    await yaml();
    symlinkSync(path("alerts/event-alerts.yaml"), path("alerts/z.yaml"));
    expect(await yaml()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Environment: .*\nExport: 5 alerts\. Files: 3 unchanged\.\n$/) as string,
    });
    mkdirSync(path("target"));
    symlinkSync(path("target"), path("linked"));
    const runs = [
      await run("--to", "yaml", "--out", "linked/"),
      await bench.dbmon(["init", "linked/", "--language", "yaml"]),
    ];
    for (const { code, stderr } of runs) {
      expect(code).toBe(1);
      expect(stderr).toContain("The folder is a symbolic link, and its target is not changed.");
    }
    expect(readdirSync(path("target"))).toEqual([]);
  });
});

it("an edited file is kept and its difference printed, unless --force is set", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const edited = read("alerts/event-alerts.yaml").replace("policy: Every time", "policy: 3 # Mine");
  writeFileSync(path("alerts/event-alerts.yaml"), edited);
  await rename(service, "Gone");
  const { code, stdout, stderr } = await yaml();
  expect(code).toBe(1);
  expect(read("alerts/event-alerts.yaml")).toBe(edited);
  expect(stdout).toContain(
    "differs  event-alerts.yaml\n--- alerts/event-alerts.yaml\n+++ alerts/event-alerts.yaml (export)\n@@ -",
  );
  expect(stdout).toContain(`\n-  - name: ${gone}\n-    policy: 3 # Mine\n`);
  expect(stdout).toContain("\n+  - name: Gone\n+    policy: Every time\n");
  expect(stdout).toMatch(/\nExport: 5 alerts\. Files: 2 unchanged, 1 differs\.\n$/);
  expect(stderr).toContain(
    "error: alerts/event-alerts.yaml: The file has changes that dbmon export did not make, so it was not overwritten.\n",
  );
  expect(stderr).toContain("--force");
  expect(stderr).not.toContain("Next,");

  const unconfirmed = await yaml("--force");
  expect(unconfirmed.code).toBe(3);
  expect(unconfirmed.stdout).toMatch(/^--- alerts\/event-alerts\.yaml\n/);
  expect(unconfirmed.stdout).toContain(`\n-  - name: ${gone}\n-    policy: 3 # Mine\n`);
  expect(unconfirmed.stderr).toMatch(
    /To export exactly as shown, run: dbmon export --to yaml --out alerts --force --digest=[0-9a-f]{64}\n$/,
  );
  expect(read("alerts/event-alerts.yaml")).toBe(edited);
  expect((await yaml("--force", "--yes")).stdout).toContain("\nupdated  event-alerts.yaml\n");
  expect(read("alerts/event-alerts.yaml")).toContain("- name: Gone\n    policy: Every time\n");
});

it("a file that no export wrote is kept, and the others are written", async () => {
  const { yaml } = await shop();
  bench.write("alerts/event-alerts.yaml", "alerts: []\n");
  const { code, stdout } = await yaml();
  expect(code).toBe(1);
  expect(stdout).toContain("differs  event-alerts.yaml\n");
  expect(read("alerts/event-alerts.yaml")).toBe("alerts: []\n");
  expect(existsSync(path("alerts/threshold-alerts.yaml"))).toBe(true);
});

it("changed line endings are not an edit", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const windows = read("alerts/event-alerts.yaml").replaceAll("\n", "\r\n");
  writeFileSync(path("alerts/event-alerts.yaml"), windows);
  expect((await yaml()).stdout).toContain("\nExport: 5 alerts. Files: 3 unchanged.\n");
  await rename(service, "Gone");
  expect((await yaml()).stdout).toContain("updated  event-alerts.yaml\n");
});

it("a file without alerts is removed, unless it was edited", async () => {
  const { service, yaml } = await shop();
  await yaml();
  const edited = `${read("alerts/event-alerts.yaml")}# mine\n`;
  for (const id of [2, 5]) await change(service, "DELETE", `/${String(id)}`);
  writeFileSync(path("alerts/event-alerts.yaml"), edited);
  const second = await yaml();
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(
    "none of its alerts exist now.\n  Delete the file, unless you still need it.",
  );
  expect((await yaml("--force")).code).toBe(1);
  expect(read("alerts/event-alerts.yaml")).toBe(edited);

  writeFileSync(path("alerts/event-alerts.yaml"), edited.replace("# mine\n", ""));
  const { code, stdout } = await yaml();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `removed  event-alerts.yaml\nEnvironment: ${service.url} (token of DBMON_API_TOKEN)\nExport: 3 alerts. Files: 1 removed, 2 unchanged.\n`,
  });
  expect(readdirSync(path("alerts"))).toEqual([".dbmon-export", "threshold-alerts.yaml"]);
});

it("an alert that another definitions file of the folder defines is left out", async () => {
  const { run } = await shop();
  bench.write(
    "code/team/own.yaml",
    `alerts:\n  - { name: ${gone}, policy: 1, event: { categories: [x] } }\n`,
  );
  const args = ["--to", "yaml", "--out", "code"];
  const { code, stdout } = await run(...args);
  expect(code).toBe(0);
  expect(stdout).toContain(`\nleft out "${gone}" (id 2): defined at code/team/own.yaml:2:5\n`);
  expect(stdout).toContain("\nExport: 4 alerts. ");
  expect(read("code/event-alerts.yaml")).not.toContain(`name: ${gone}`);
  const again = JSON.parse((await run(...args, "--json")).stdout) as { defined_elsewhere: unknown };
  expect(again.defined_elsewhere).toMatchObject([
    { id: 2, name: gone, where: { file: "code/team/own.yaml", line: 2 } },
  ]);
});

it("an export that leaves out an alert of another file is in sync with it", async () => {
  const { run, service } = await shop();
  bench.write(
    "code/team/own.yaml",
    `alerts:\n  - { name: ${gone}, policy: 1, event: { categories: [x] } }\n`,
  );
  await run("--to", "yaml", "--out", "code");
  const plan = await bench.dbmon(["plan", "code"], { environment: environmentOf(service) });
  expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining("4 in sync")]);
});

it("a project file is written once and never updated", async () => {
  const { run } = await shop();
  const typescript = () => run("--to", "typescript", "--out", ".");
  await typescript();
  expect(JSON.parse(read("cdktf.json"))).toMatchObject({ app: "npx tsx main.ts" });
  bench.write("cdktf.json", "{}\n");
  expect((await typescript()).code).toBe(0);
  expect(read("cdktf.json")).toBe("{}\n");
});

it("--only exports the alerts with matching names, and does not mix them with other exports", async () => {
  const { run, yaml } = await shop();
  const { stdout } = await run("--to", "yaml", "--out", "some", "--only", "*database*", "--only", "Slow*");
  expect(stdout).toMatch(/Export: 2 alerts\./);
  const none = await run("--to", "yaml", "--out", "none", "--only", "shop/*");
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain('No alert name matches --only "shop/*".');
  expect(existsSync(path("none"))).toBe(false);

  await yaml();
  const before = read("alerts/event-alerts.yaml");
  const mixed = await yaml("--only", "*database*");
  expect(mixed).toMatchObject({ code: 1, stdout: "" });
  expect(mixed.stderr).toContain(
    'The folder has exported files of alerts that --only does not select: "threshold-alerts.yaml".',
  );
  expect(read("alerts/event-alerts.yaml")).toBe(before);
});
