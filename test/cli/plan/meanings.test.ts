/** What a change means: the shortest difference in each report, all differences with --explain, and tests of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench, environmentOf } from "../shared/command";
import { planSchemas } from "../../../src/plan-document";

const bench = commandBench();

const before = `alerts:
  - name: "CPU: $\${high}"
    policy: 1
    destinations: [1]
    host_types: [mysql]
    threshold: { metric: os.cpu.user_us, trigger: 80, reset: 70, duration: 2, alert_level: warn }
  - name: Backups
    policy: Every time
    destinations: ["#db-alerts"]
    hosts: [1]
    event: { categories: [Backups] }
  - name: Gone
    policy: 1
    destinations: [1]
    event: { categories: [Restores] }
  - name: Mute
    policy: 1
    destinations: [1]
    event: { categories: [Restores] }
  - name: Text
    policy: 1
    destinations: [1]
    event: { categories: [code deployment] }
`;

const after = before
  .replace("trigger: 80, reset: 70", "trigger: 90, reset: 60")
  .replace("policy: Every time", "policy: At most once an hour")
  .replace(/ {2}- name: Gone[^]*(?= {2}- name: Mute)/, "")
  .replace("- name: Mute", "- name: Mute\n    muted_until: 2099-01-01T00:00:00Z")
  .replace("- name: Text", "- name: Text\n    annotations: see the wiki");

const cpu = "At 85 on a mysql host for 5 minutes: before warn to DBA team mail; after nothing.";

async function planned(...args: string[]) {
  const environment = environmentOf(await bench.emulator());
  bench.write("before/alerts.yaml", before);
  bench.write("alerts.yaml", after);
  expect(await bench.dbmon(["apply", "before", "--yes"], { environment })).toMatchObject({ code: 0 });
  const options = ["--prune", "Gone", "--max-deletes", "1", "--out", "plan.json", ...args];
  return bench.dbmon(["plan", "alerts.yaml", ...options], { environment });
}

function read(name: string): string {
  return readFileSync(join(bench.folder(), name), "utf8");
}

it("is one line for each changed alert in each report, and a sentence with a test in the plan", async () => {
  const formats = ["markdown", "html", "junit"];
  const run = await planned(...formats.flatMap((format) => ["--report", `${format}=${format}.txt`]));
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toContain(`    threshold.reset:   70 -> 60\n    ${cpu}\n`);
  expect(run.stdout).toContain("    Behaves the same: only the text changes.\n");
  for (const format of formats) expect(read(`${format}.txt`)).toContain(cpu);
  expect(read("html.txt").match(/<svg viewBox="0 0 60 20"/g)).toHaveLength(4);
  const shown = await bench.dbmon(["show", "plan.json", "--format", "github"]);
  expect(shown.stdout).toContain(cpu);
  const { changes } = planSchemas().planDocument.parse(JSON.parse(read("plan.json")));
  expect(changes.map(({ difference }) => difference && [difference.kind, difference.sentence])).toEqual([
    ["frequency", 'After "Backups" on db-1.shop.example: before every time; after at most once an hour.'],
    ["fires", cpu],
    ["fires", 'After "Restores" on any host: before notification to DBA team mail; after nothing.'],
    ["fires", 'After "Restores" on any host: before notification to DBA team mail; after nothing.'],
    null,
  ]);
  // A deleted or muted alert has no test.
  expect(changes.map(({ difference }) => difference?.test === null)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  writeFileSync(
    join(bench.folder(), "one.test.json"),
    JSON.stringify({ definitions: "alerts.yaml", ...changes[0]?.difference?.test }),
  );
  expect(await bench.dbmon(["test", "one.test.json"])).toMatchObject({ code: 0 });
});

it("lists a difference of each kind with --explain", async () => {
  const { stdout } = await planned("--explain");
  expect(stdout).toContain(
    [
      cpu,
      "At 100, then 65 on a mysql host: before resolved; after not resolved.",
      "At 100, then 65, then 100 on a mysql host: before warn to DBA team mail twice; after warn to DBA team mail.",
    ]
      .map((line) => `    ${line}\n`)
      .join(""),
  );
});

it("becomes a test file, which the definitions pass, and the previous ones fail", async () => {
  await planned();
  const write = () => bench.dbmon(["test", "--from-plan", "plan.json", "--out", "changes.test.yaml"]);
  expect(await write()).toEqual({
    code: 0,
    stdout: "",
    stderr: "Wrote 4 tests to changes.test.yaml. To run them: dbmon test changes.test.yaml\n",
  });
  expect(await write()).toMatchObject({ code: 0 });
  expect(await bench.dbmon(["test", "changes.test.yaml"])).toMatchObject({ code: 0 });
  const text = read("changes.test.yaml");
  bench.write("before/changes.test.yaml", text);
  const failed = await bench.dbmon(["test", "before/changes.test.yaml"]);
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("Test: 4 failed.") as string });
  bench.write("changes.test.yaml", `${text}# edited\n`);
  expect(await write()).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error: changes.test.yaml: The file exists, and was created or edited by hand. Nothing was written.\n" +
      "  Set --out to another file, or delete this one.\n",
  });
  expect(read("changes.test.yaml")).toContain("# edited");
});

it("refuses other options with --from-plan, and other files", async () => {
  const run = (...args: string[]) => bench.dbmon(["test", ...args]);
  expect((await run("--from-plan", "plan.json")).stderr).toContain("Set both");
  expect((await run("--out", "a.test.yaml", "--from-plan", "plan.json", "--json")).code).toBe(1);
  expect((await run("--from-plan", "plan.json", "--out", "a.yaml")).stderr).toContain(
    "Use a name that ends with .test.yaml or .test.yml.",
  );
});
