/** What a change means: the shortest difference in each report, all differences with --explain, and a test of each in the plan. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { membersOf, planSchemas } from "../../../../src/plan-document";
import { commandBench, environmentOf } from "../../../support/command";

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
  .replace("- name: Mute", "- name: Mute\n    muted: { until: 2099-01-01T00:00:00Z }")
  .replace("- name: Text", "- name: Text\n    annotations: see the wiki");

const cpu = "At 85 on a mysql host for 5 minutes: before warn to DBA team mail; after nothing.";

/** An emulator with the alerts before the change. */
async function deployed() {
  const emulator = await bench.emulator();
  bench.write("before/alerts.yaml", before);
  const environment = environmentOf(emulator);
  expect(await bench.dbmon(["apply", "before", "--yes"], { environment })).toMatchObject({ code: 0 });
  return emulator;
}

async function planned(...args: string[]) {
  const environment = environmentOf(await deployed());
  bench.write("alerts.yaml", after);
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
  const restarts = "Alerts that are about to fire start again: 1 threshold alert is changed.";
  expect(run.stdout).toContain(`${restarts}\nEnvironment: `);
  for (const format of ["markdown", "html"])
    expect(read(`${format}.txt`).replaceAll("\\", "").split(restarts)).toHaveLength(2);
  expect(read("html.txt").match(/<svg viewBox="0 0 60 20"/g)).toHaveLength(4);
  const shown = await bench.dbmon(["show", "plan.json", "--format", "github"]);
  expect(shown.stdout).toContain(cpu);
  const { changes } = planSchemas().planDocument.parse(membersOf(JSON.parse(read("plan.json"))));
  expect(changes.map(({ difference }) => difference && [difference.kind, difference.sentence])).toEqual([
    ["frequency", 'After "Backups" on db-1.shop.example: before every time; after at most once an hour.'],
    ["fires", cpu],
    ["fires", 'After "Restores" on any host: before notification to DBA team mail; after nothing.'],
    ["fires", 'After "Restores" on any host: before notification to DBA team mail; after nothing.'],
    null,
  ]);
  expect(changes.filter(({ restarts }) => restarts === true).map(({ name }) => name)).toEqual([
    "CPU: ${high}",
  ]);
  // A deleted alert has no test.
  expect(changes.map(({ difference }) => difference?.test === null)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  const tests = changes.flatMap(({ difference }) => difference?.test ?? []);
  expect(tests).toHaveLength(3);
  for (const test of tests) {
    const file = "one.test.json";
    bench.write(file, JSON.stringify(Object.assign({ definitions: "alerts.yaml" }, test)));
    expect(await bench.dbmon(["test", file])).toMatchObject({ code: 0 });
    bench.write(file, JSON.stringify(Object.assign({ definitions: "before/alerts.yaml" }, test)));
    expect(await bench.dbmon(["test", file])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Test: 1 failed.") as string,
    });
  }
});

/** A drawing of the page: the names of its rows, their marks, and the labels of its columns. */
function drawingOf(page: string, name: string) {
  const [, card = ""] = page.split(`<bdi>${name}</bdi>`);
  const drawing = /<div class="timeline"[^]*?<\/p>/.exec(card)?.[0] ?? "";
  const strings = (element: string) =>
    [...drawing.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "g"))].map(([, text]) => text);
  const marks = [...drawing.matchAll(/<path class="(\w+)" d="([^"]*)"/g)];
  return {
    rows: strings("span"),
    columns: strings("i"),
    marks: marks.map(([, row, path]) => `${row} ${path}`),
  };
}

it("is drawn in the page: bars from each firing to its resolution, before above after, over the situation", async () => {
  await planned("--report", "html=plan.html");
  const page = read("plan.html");
  // The drawing is 60 units wide. Only before the change, the alert fires after five minutes, the second of two columns.
  expect(drawingOf(page, "CPU: ${high}")).toEqual({
    rows: ["before", "after"],
    columns: ["0s: 85", "5m"],
    marks: ["before M30 10v-8h30v8", "after "],
  });
  // Each event has a column. Before the change, both fire the alert, and after it the first.
  expect(drawingOf(page, "Backups")).toEqual({
    rows: ["before", "after"],
    columns: ["0s: Backups", "0s: Backups"],
    marks: ["before M0 10v-8h1v8M30 10v-8h1v8", "after M0 20v-8h1v8"],
  });
  // A value that falls after the alert fired resolves it before the change only. Then the next one fires again.
  bench.write("alerts.yaml", before.replace("reset: 70", "reset: 60"));
  const resets = await bench.dbmon(["plan", "alerts.yaml", "--format", "html"], {
    environment: environmentOf(await deployed()),
  });
  expect(drawingOf(resets.stdout, "CPU: ${high}")).toEqual({
    rows: ["before", "after"],
    columns: ["0s: 90", "5m: 65", "5m1s: 90", "10m1s"],
    marks: ["before M15 10v-8h1v8M45 10v-8h15v8", "after M15 20v-8h45v8"],
  });
});

it("lists a difference of each kind with --explain", async () => {
  const { stdout } = await planned("--explain");
  expect(stdout).toContain(
    [
      cpu,
      "At 100, then 65, then 100 on a mysql host: before warn to DBA team mail twice; after warn to DBA team mail.",
    ]
      .map((line) => `    ${line}\n`)
      .join(""),
  );
});

it("lists a situation once with --explain, also if the level and the destinations differ in it", async () => {
  const emulator = await deployed();
  bench.write(
    "alerts.yaml",
    before.replace("warn }", "crit }").replace("destinations: [1]", "destinations: [2]"),
  );
  const { stdout } = await bench.dbmon(["plan", "alerts.yaml", "--explain"], {
    environment: environmentOf(emulator),
  });
  expect(stdout.match(/before warn to .*; after crit to /g)).toHaveLength(1);
});
