/** Plans, applies and drifts show the names of destinations, hosts, policies and durations beside their ids. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, environmentOf, unaligned, writesTo } from "../../../support/command";
import { toHtml } from "../../../support/markup";
import { destination, setUpNames } from "../../../support/names-bench";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();
const setUp = () => setUpNames(bench);

const changed = [
  '    policy: 2 "At most once every 15 minutes" -> 3 "At most once an hour"\n',
  '    destinations: [1 "DBA team mail"] -> [2 "On-call PagerDuty", 3 "#db-alerts"]\n',
  '    threshold.duration: 1 "1 minute" -> 2 "5 minutes"\n',
];
/** Their sentences contain names. */
const withoutDifferences = ({ changes, ...plan }: Record<string, unknown>) => ({
  ...plan,
  changes: (changes as object[]).map((change) => ({ ...change, difference: undefined })),
});
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe("names beside ids", () => {
  it("are in a plan's text, Markdown, annotations and JUnit, for live and desired values", async () => {
    const { dbmon, file } = await setUp();
    const { stdout, stderr } = await dbmon("plan", file);
    for (const line of changed) expect(unaligned(stdout)).toContain(line);
    expect(stderr).toBe(
      'warning: After an apply, no active alert notifies destination 1 ("DBA team mail").\n  If this is not intended, change the definitions.\n',
    );
    const html = toHtml((await dbmon("plan", file, "--format", "markdown")).stdout);
    expect(html).toContain(
      "<td><code>[1 &quot;DBA team mail&quot;]</code></td>\n" +
        "<td><code>[2 &quot;On-call PagerDuty&quot;, 3 &quot;#db-alerts&quot;]</code></td>",
    );
    expect(html).toContain("no active alert notifies destination 1 (&quot;DBA team mail&quot;).");
    const { stdout: annotations } = await dbmon("plan", file, "--format", "github");
    expect(annotations).toContain(changed.map((line) => `%0A${line.trim()}`).join(""));
    const { stdout: junit } = await dbmon("drift", file, "--no-wait", "--format", "junit");
    expect(junit).toContain('live [1 "DBA team mail"], desired [2 "On-call PagerDuty", 3 "#db-alerts"]');
  });

  it("are in the fields of a creation, and in the report of an apply", async () => {
    const { dbmon } = await setUp();
    const other = bench.write(
      "new.yaml",
      alerts("\n  - { name: New, policy: 1, destinations: [4], event: { categories: [x] } }\n"),
    );
    const { stdout } = await dbmon("plan", other);
    expect(unaligned(stdout)).toContain(
      '    policy: 1 "Every time"\n    destinations: [4 "Incident webhook"]\n',
    );
    const applied = await dbmon("apply", other, "--yes", "--report", "markdown=apply.md");
    expect(unaligned(applied.stdout)).toContain('    destinations: [4 "Incident webhook"]\n');
    const report = readFileSync(join(bench.folder(), "apply.md"), "utf8");
    expect(report).toContain('| `destinations` | `[4 "Incident webhook"]` |');
  });

  it("are beside the ids of hosts", async () => {
    const { emulator, dbmon } = await setUp();
    emulator.environment().add("hosts", { id: 7, name: "db-7.shop.example", type: "mysql" });
    const on = (host: string) =>
      alerts(`\n  - { name: H, policy: 1, hosts: [${host}], event: { categories: [x] } }\n`);
    const { stdout } = await dbmon("plan", bench.write("hosts.yaml", on("db-7.shop.example")));
    expect(unaligned(stdout)).toContain('    hosts: [7 "db-7.shop.example"]\n');
    const { stdout: document } = await dbmon("plan", "hosts.yaml", "--json");
    expect(json(document)).toMatchObject({ names: { hosts: { "7": "db-7.shop.example" } } });
  });

  it("are in the deletions of destroy and of --prune, which read only the lists that they need", async () => {
    const { emulator, dbmon, file } = await setUp();
    const lists = () =>
      emulator.requests
        .list()
        .flatMap(({ path }) => path.match(/\w+$/)?.[0] ?? [])
        .sort();
    const deleted =
      "    was: warn when os.cpu.user_us is above 0.9 for 1 minute on any host, until it is below 0.8; at most once every 15 minutes.\n" +
      '    destinations: 1 "DBA team mail"\n';
    emulator.requests.clear();
    const destroy = await dbmon("destroy", file, "--dry-run");
    expect(destroy.stdout).toContain(deleted);
    expect(lists()).toEqual(["alerts", "config", "destinations", "durations", "policy"]);
    const other = bench.write(
      "other.yaml",
      alerts("\n  - { name: O, policy: 3, destinations: [1], event: { categories: [x] } }\n"),
    );
    emulator.requests.clear();
    const prune = await dbmon("plan", other, "--prune", "*", "--max-deletes", "1");
    expect(prune.stderr).toBe("");
    expect(prune.stdout).toContain(deleted);
    expect(lists()).toEqual(["alerts", "config", "destinations", "durations", "policy"]);
  });

  it("are in a saved plan, and dbmon show prints them without a service", async () => {
    const { dbmon, file } = await setUp();
    const { stdout, stderr } = await dbmon("plan", file, "--out", "plan.json");
    const problems = stderr.replace(/^Saved the plan .*\n/m, "");
    const shown = await bench.dbmon(["show", "plan.json"]);
    expect(shown).toMatchObject({ code: 0, stdout });
    expect(shown.stderr.replace(/^The plan was made at .*\n/m, "")).toBe(problems);
    const applied = await dbmon("apply", "--yes", "--plan", "plan.json", "--json");
    expect(json(applied.stdout)).toMatchObject({
      plan: { names: { durations: { "1": "1 minute", "2": "5 minutes" } } },
    });
  });

  it("are missing if no list contains the id", async () => {
    const { emulator, dbmon, file } = await setUp();
    emulator.environment().remove("destinations", 1);
    const unknown = await dbmon("plan", file);
    expect(unaligned(unknown.stdout)).toContain(
      '    destinations: [1] -> [2 "On-call PagerDuty", 3 "#db-alerts"]\n',
    );
    expect(unknown.stderr).toContain("no active alert notifies destination 1.");
  });
});

it("a destination that a list contains twice counts once, by id and by name", async () => {
  const { emulator, environment } = await setUp();
  const data = [destination(1, "DBA team mail"), destination(1, "DBA team mail"), destination(2, "Other")];
  emulator.faults.add({ path: "*/destinations", answer: { status: 200, body: { data } } });
  const of = (to: string) =>
    alerts(`\n  - { name: Twice, policy: 1, destinations: [${to}], event: { categories: [x] } }\n`);
  for (const to of ["1", "DBA team mail"]) {
    const file = bench.write("twice.yaml", of(to));
    const planned = await bench.dbmon(["plan", file], { environment });
    expect(planned).toMatchObject({ code: 0, stderr: "" });
    expect(unaligned(planned.stdout)).toContain('    destinations: [1 "DBA team mail"]\n');
    expect(await bench.dbmon(["check", file, "--online"], { environment })).toMatchObject({ code: 0 });
  }
  const exported = await bench.dbmon(["export", "--to", "yaml", "--out", "all"], { environment });
  expect(exported).toMatchObject({ code: 0 });
  expect(readFileSync(join(bench.folder(), "all/threshold-alerts.yaml"), "utf8")).toContain(
    "[DBA team mail]",
  );
});

describe("the documents", () => {
  it("contain only the names of their ids, and no settings of destinations", async () => {
    const { dbmon, file } = await setUp();
    const names = {
      destinations: { "1": "DBA team mail", "2": "On-call PagerDuty", "3": "#db-alerts" },
      policies: { "2": "At most once every 15 minutes", "3": "At most once an hour" },
      durations: { "1": "1 minute", "2": "5 minutes" },
    };
    for (const command of ["plan", "drift", "apply"] as const) {
      const flags = { plan: [], drift: ["--no-wait"], apply: ["--yes"] }[command];
      const { stdout } = await dbmon(command, file, ...flags, "--json");
      const document = json(stdout);
      const told = command === "apply" ? (document["plan"] as typeof document) : document;
      expect(told["names"]).toEqual(names);
      expect(stdout).not.toMatch(/made-up|shop\.example|chat\.example/);
      expectToMatchSchema(`${command}.schema.json`, document);
    }
    const { stdout } = await dbmon("plan", file, "--json");
    expect(json(stdout)["names"]).toEqual({
      destinations: { "2": "On-call PagerDuty", "3": "#db-alerts" },
      policies: { "3": "At most once an hour" },
      durations: { "2": "5 minutes" },
    });
  });

  it("without names are read, shown and applied", async () => {
    const { emulator, dbmon, file } = await setUp();
    await dbmon("plan", file, "--out", "plan.json");
    const path = join(bench.folder(), "plan.json");
    const { names, ...before } = json(readFileSync(path, "utf8"));
    expect(names).toBeDefined();
    writeFileSync(path, JSON.stringify(before));
    const shown = await bench.dbmon(["show", "plan.json"]);
    expect(unaligned(shown.stdout)).toContain("    destinations: [1] -> [2, 3]\n");
    const document = json((await bench.dbmon(["show", "plan.json", "--json"])).stdout);
    expect(withoutDifferences(document)).toEqual(withoutDifferences({ ...before, command: "show" }));
    emulator.requests.clear();
    expect(await dbmon("apply", "--yes", "--plan", "plan.json")).toMatchObject({ code: 0 });
    expect(writesTo(emulator)).toEqual(["PUT /alerts/1", "PUT /alerts/1/config"]);
  });
});

it("renaming a destination causes no stale plan, no drift and no write", async () => {
  const { emulator, dbmon, file } = await setUp();
  const rename = (id: number, name: string) =>
    emulator.environment().add("destinations", destination(id, name));
  await dbmon("plan", file, "--out", "plan.json");
  const { fingerprint } = json(readFileSync(join(bench.folder(), "plan.json"), "utf8"));
  rename(1, "Everybody");
  rename(2, "Night shift");
  const planned = json((await dbmon("plan", file, "--json")).stdout);
  expect(planned).toMatchObject({ fingerprint, names: { destinations: { "1": "Everybody" } } });
  const applied = await dbmon("apply", "--yes", "--plan", "plan.json");
  // Names are read again, because a plan file could name another destination.
  expect(applied).toMatchObject({ code: 0 });
  expect(unaligned(applied.stdout)).toContain(
    'destinations: [1 "Everybody"] -> [2 "Night shift", 3 "#db-alerts"]',
  );
  rename(2, "Day shift");
  emulator.requests.clear();
  expect((await dbmon("plan", file, "--detailed-exitcode")).code).toBe(0);
  expect((await dbmon("drift", file, "--detailed-exitcode")).code).toBe(0);
  expect((await dbmon("apply", file, "--yes")).stdout).toContain("Plan: No changes. 1 in sync.\n");
  expect(writesTo(emulator)).toEqual([]);
});

it("objects without names are shown by id", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({
    method: "GET",
    path: "*/alert-opts/policy",
    answer: { status: 200, body: '{"data":[{"id":1},{"id":2,"name":7},{"id":3,"name":null}]}' },
  });
  const file = bench.write("new.yaml", alerts("\n  - { name: A, policy: 2, event: { categories: [x] } }\n"));
  const run = await bench.dbmon(["plan", file], { environment: environmentOf(emulator) });
  expect(unaligned(run.stdout)).toContain("    policy: 2\n");
});
