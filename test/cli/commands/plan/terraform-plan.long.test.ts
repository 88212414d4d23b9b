/** A plan of Terraform in JSON is a source: its planned alerts are the definitions, and what it changes is the plan. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench } from "../../../support/command";
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { dbmonCommand } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();

const alert = (label: string, attributes: string) => `
resource "dbmon_alert" "${label}" {
  policy       = 1
  destinations = [1]
${attributes}
}
`;
const event = (label: string, name: string, category = "backup") =>
  alert(label, `  name = "${name}"\n  event = { categories = ["${category}"] }`);

interface Document {
  readonly changes: readonly {
    action: string;
    name: string;
    imported?: true;
    where?: { address?: string };
  }[];
  readonly problems: readonly { severity: string; what: string; where?: { address?: string } }[];
}

describeWithTerraform("a plan of Terraform", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ propagationSeconds: 0 });
    world.configure("");
  });
  afterEach(() => world.stop());

  /** Writes the plan of a configuration as JSON. @returns the file name, for use as an argument */
  async function planOf(configuration: string, ...args: readonly string[]): Promise<string> {
    world.configure(`provider "dbmon" {}\n${configuration}`);
    const planned = await world.run(["plan", "-out", "plan.out", "-input=false", ...args]);
    if (planned.code !== 0) throw new Error(planned.text);
    const { stdout } = await world.run(["show", "-json", "plan.out"]);
    return bench.write("plan.json", stdout);
  }

  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: world.environment });

  async function planDocument(file: string): Promise<Document> {
    const { code, stdout } = await dbmon("plan", file, "--json");
    const document = JSON.parse(stdout) as Document;
    expect(code).toBe(0);
    expectToMatchSchema("plan.schema.json", document);
    return document;
  }

  const summary = ({ changes }: Document) =>
    changes.map(({ action, name, where }) => `${action} ${name} ${where?.address ?? ""}`);

  it("is checked, planned, back-tested and routed by the addresses of its resources, and reads only", async () => {
    const file = await planOf(
      event("one", "One") +
        alert(
          "each",
          `  for_each = toset(["a", "b"])\n  name = "Each \${each.key}"\n  event = { categories = ["x"] }`,
        ) +
        alert(
          "no_reset",
          `  name = "Reset"\n  threshold = { alert_level = "warn", metric = "os.cpu.user_us", trigger = 80, duration = 1, reset = 90 }`,
        ),
    );
    const document = await planDocument(file);
    expect(summary(document)).toEqual([
      'create Each a dbmon_alert.each["a"]',
      'create Each b dbmon_alert.each["b"]',
      "create One dbmon_alert.one",
      "create Reset dbmon_alert.no_reset",
    ]);
    const check = await bench.dbmon(["check", file]);
    expect(check).toMatchObject({ code: 0, stderr: "4 alerts checked: 0 errors, 1 warning.\n" });
    expect(check.stdout).toContain(
      'warning: plan.json: dbmon_alert.no_reset: "Reset", field threshold.reset: The reset value (90) is above',
    );
    const html = await dbmon("plan", file, "--format", "html");
    expect(html.stdout).toContain("Creates 4 alerts.");
    expect(html.stdout).toContain("plan.json: dbmon_alert.each[&quot;a&quot;]");
    expect((await dbmon("routes", file)).stdout).toContain('event "backup": DBA team mail');
    expect((await dbmon("backtest", file)).stdout).toContain('"One": ');
    const piped = spawnSync(...dbmonCommand("check", "-"), {
      cwd: bench.folder(),
      input: readFileSync(join(bench.folder(), file)),
      encoding: "utf8",
    });
    expect(piped.stdout).toContain("<stdin>: dbmon_alert.no_reset: ");
    expect(world.writes()).toEqual([]);
  });

  it("is tested by the test files of its folder, or by one that names it, with coverage", async () => {
    const file = await planOf(event("one", "One") + event("two", "Two", "deploy"));
    const tests = `hosts: [{ name: db1, type: mysql }]
tests:
  - name: a backup notifies
    events: [{ at: 0s, type: backup, host: db1, level: info, message: began }]
    until: 1m
    expect: { One: [{ fires: 0s, host: db1, notifies: [1] }] }
`;
    bench.write("alerts.test.yaml", tests);
    const byPlan = await bench.dbmon(["test", file]);
    expect(byPlan).toMatchObject({ code: 0, stderr: "" });
    expect(byPlan.stdout).toContain("Test: 1 passed. 1 of 2 alerts fires in a test (50%).");
    bench.write("alerts.test.yaml", `definitions: plan.json\n${tests.replace("fires: 0s", "fires: 5s")}`);
    const byFile = await bench.dbmon(["test"]);
    expect(byFile.code).toBe(1);
    expect(byFile.stdout).toContain('failed: "a backup notifies" (alerts.test.yaml:4:5)');
  });

  it("is resolved by a catalog, by the addresses of its resources, and tests name what it refers to by ID", async () => {
    const file = await planOf(event("one", "One"));
    bench.write("catalog.yaml", 'policies: { 1: 0s }\ndestinations: [{ name: "#db-alerts", id: 1 }]\n');
    const expected = 'One: [{ fires: 0s, notifies: ["#db-alerts"] }]';
    bench.write(
      "alerts.test.yaml",
      `tests: [{ name: t, events: [{ at: 0s, type: backup }], expect: { ${expected} } }]\n`,
    );
    expect(await bench.dbmon(["check", file, "--catalog", "catalog.yaml"])).toMatchObject({ code: 0 });
    const tested = await bench.dbmon(["test", file, "--catalog", "catalog.yaml"]);
    expect(tested).toMatchObject({ code: 0, stderr: "" });
    bench.write("catalog.yaml", 'policies: { 2: 0s }\ndestinations: [{ name: "#db-alerts", id: 3 }]\n');
    const unresolved = [
      'error: plan.json: dbmon_alert.one: "One", field policy: There is no alert policy with the id 1.',
      "  Available: 2. Otherwise, add it to catalog.yaml.",
      'error: plan.json: dbmon_alert.one: "One", field destinations[0]: There is no destination with the id 1.',
      '  Available: 3 ("#db-alerts"). Otherwise, add it to catalog.yaml.',
      "",
    ].join("\n");
    const checked = await bench.dbmon(["check", file, "--catalog", "catalog.yaml"]);
    expect(checked).toMatchObject({ code: 1, stdout: unresolved });
    const failed = await bench.dbmon(["test", file, "--catalog", "catalog.yaml"]);
    expect(failed).toMatchObject({ code: 1, stderr: unresolved });
  });

  it("has the IDs of the code in tests, also for an imported alert", async () => {
    const threshold = (label: string, name: string) =>
      alert(
        label,
        `  name  = "${name}"\n  hosts = [1]\n  threshold = { alert_level = "warn", metric = "os.cpu.user_us", trigger = 80, duration = 2, reset = 70 }`,
      );
    world.configure(`provider "dbmon" {}\n${threshold("cpu", "CPU")}`);
    expect((await world.run(["apply", "-auto-approve", "-input=false"])).code).toBe(0);
    expect((await world.run(["state", "rm", "dbmon_alert.cpu"])).code).toBe(0);
    const plan = await planOf(
      `import {\n  to = dbmon_alert.cpu\n  id = "CPU"\n}\n${threshold("cpu", "CPU")}`,
    );
    const { resource_changes } = JSON.parse(readFileSync(join(bench.folder(), plan), "utf8")) as {
      resource_changes: readonly { change: { after: { policy: string } } }[];
    };
    expect(resource_changes[0]?.change.after.policy).not.toBe("1");
    bench.write(
      "cpu.test.yaml",
      `hosts: [{ name: db1, type: os, id: 1 }]
policies: { 1: 0s }
durations: { 2: 5m }
tests:
  - name: a saturated server
    metrics: [{ host: db1, metric: os.cpu.user_us, every: 1m, values: "90x9" }]
    expect: { CPU: [{ fires: 5m, notifies: [1] }] }
`,
    );
    const { code, stderr } = await dbmon("test", plan);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("has its updates, renames, replacements, deletions and imports, and what changed outside of Terraform", async () => {
    const configuration = (names: Readonly<Record<string, string>>) =>
      Object.entries(names)
        .map(([label, name]) => event(label, name))
        .join("");
    world.configure(
      `provider "dbmon" {}\n${configuration({ same: "Same", renamed: "Before", gone: "Gone", drifted: "Drifted", again: "Again" })}`,
    );
    await world.apply();
    const drifted = (await world.alerts()).find(({ name }) => name === "Drifted");
    await world.call("PUT", `/config/alerts/${String(drifted?.id)}`, { ...drifted, annotations: "by hand" });
    await world.call("POST", "/config/alerts", { ...drifted, id: undefined, name: "By hand", type: 1 });
    const byHand = (await world.alerts()).find(({ name }) => name === "By hand");
    await world.call("PUT", `/config/alerts/${String(byHand?.id)}/config`, {
      hosts: [],
      host_types: [],
      categories: ["x"],
    });
    const file = await planOf(
      `${configuration({ same: "Same", renamed: "After", drifted: "Drifted", again: "Again", imported: "By hand" })}
import {
  to = dbmon_alert.imported
  id = "By hand"
}`,
      "-replace=dbmon_alert.again",
    );
    const document = await planDocument(file);
    expect(summary(document)).toEqual([
      "rename After dbmon_alert.renamed",
      "unchanged Again dbmon_alert.again",
      "update By hand dbmon_alert.imported",
      "update Drifted dbmon_alert.drifted",
      "delete Gone dbmon_alert.gone",
      "unchanged Same dbmon_alert.same",
    ]);
    const warnings = document.problems.map(({ what, where }) => `${where?.address ?? ""}: ${what}`);
    expect(warnings).toContain(
      "dbmon_alert.drifted: The alert was changed outside of Terraform: annotations.",
    );
    expect(warnings).toContain(
      "dbmon_alert.again: Terraform replaces the alert: it is deleted and created again, with a new ID.",
    );
    // As Terraform 1.16 writes it for a resource with destroy = false.
    const text = readFileSync(join(bench.folder(), file), "utf8");
    bench.write(file, text.replace('["delete","create"]', '["forget","create"]'));
    expect((await bench.dbmon(["check", file])).stdout).toContain(
      'warning: plan.json: dbmon_alert.again: "Again": Terraform keeps the alert and creates another one, which fails while the name is taken.',
    );
  });

  it("shows a swap of names, which definitions files refuse", async () => {
    world.configure(`provider "dbmon" {}\n${event("one", "One")}${event("two", "Two", "deploy")}`);
    await world.apply();
    const document = await planDocument(await planOf(event("one", "Two") + event("two", "One", "deploy")));
    expect(summary(document)).toEqual(["rename One dbmon_alert.two", "rename Two dbmon_alert.one"]);
    expect(document.problems).toEqual([]);
  });

  it("of -refresh-only is named as one: the alerts are those of the state, and none is created or deleted", async () => {
    const configuration = event("one", "One") + event("two", "Two") + event("three", "Three");
    world.configure(`provider "dbmon" {}\n${configuration}`);
    await world.apply();
    const [first, , third] = await world.alerts();
    await world.call("PUT", `/config/alerts/${String(first?.id)}`, { ...first, annotations: "by hand" });
    await world.call("DELETE", `/config/alerts/${String(third?.id)}`);
    const file = await planOf(event("other", "Other"), "-refresh-only");
    const document = await planDocument(file);
    expect(document.changes.map(({ action }) => action)).toEqual(["unchanged", "unchanged"]);
    const problems = document.problems.map(({ what }) => what);
    expect(problems).toContain(
      "This is a plan of -refresh-only: its alerts are those of the state, and Terraform changes none.",
    );
    expect(problems).toContain("The alert was changed outside of Terraform: annotations.");
    // Within a minute of its creation, the state keeps the deleted alert.
    expect((await bench.dbmon(["check", file])).stderr).toMatch(/^3 alerts checked: 0 errors, /);
  });

  it("says what it imports in text, JSON and page, and finds what rules refuse at the address of a deletion", async () => {
    world.configure(
      `provider "dbmon" {}\n${event("one", "One")}${event("two", "Two")}${event("three", "Three")}`,
    );
    await world.apply();
    await world.run(["state", "rm", "dbmon_alert.one", "dbmon_alert.two"]);
    const imported = (label: string, name: string) =>
      `import {\n  to = dbmon_alert.${label}\n  id = "${name}"\n}\n`;
    const file = await planOf(
      event("one", "One") + event("two", "Two", "deploy") + imported("one", "One") + imported("two", "Two"),
    );
    const rule = `{ name: keep, expression: 'change.action != "delete"', message: Nothing is deleted. }`;
    bench.write("dbmon.yaml", `rules:\n  - ${rule}\n`);
    const { stderr } = await dbmon("plan", file);
    expect(stderr).toMatch(/= "One" is in sync, and will be imported$/m);
    expect(stderr).toMatch(/~ "Two" will be updated \(id \d\), and will be imported$/m);
    expect(stderr).toContain("2 to import");
    expect(stderr).toContain('error: plan.json: dbmon_alert.three: "Three": The change of this alert');
    const { changes, problems } = JSON.parse((await dbmon("plan", file, "--json")).stdout) as Document;
    expect(changes.map(({ name, imported: isImported = false }) => `${name} ${isImported}`)).toEqual([
      "One true",
      "Three false",
      "Two true",
    ]);
    expect(problems).toContainEqual(
      expect.objectContaining({
        where: expect.objectContaining({ address: "dbmon_alert.three" }) as unknown,
      }),
    );
    const page = await dbmon("plan", file, "--format", "html");
    expect(page.stdout).toContain("is in sync, and will be imported");
  });

  it("leaves out alerts with unknown or sensitive values by address and attribute, and shows no sensitive value", async () => {
    const noted = (note: string) =>
      alert("noted", `  name = "Noted"\n  annotations = ${note}\n  event = { categories = ["x"] }`);
    const variable = `variable "note" {\n  sensitive = true\n  default = "hidden-note"\n}\n`;
    world.configure(`provider "dbmon" {}\n${variable}${noted("var.note")}`);
    await world.apply();
    const file = await planOf(
      `${variable}${noted('"${var.note}-2"')}${event("one", "One")}
resource "terraform_data" "x" { input = "x" }
${alert("unknown", `  name = "Unknown"\n  annotations = terraform_data.x.id\n  threshold = { alert_level = "warn", metric = terraform_data.x.id, trigger = 80, duration = 1, reset = 70 }`)}`,
    );
    const document = await planDocument(file);
    expect(summary(document)).toEqual(["create One dbmon_alert.one"]);
    expect(document.problems.map(({ what, where }) => `${where?.address ?? ""}: ${what}`)).toEqual(
      expect.arrayContaining([
        "dbmon_alert.noted: The alert was not checked, and is not in the report: annotations is sensitive.",
        "dbmon_alert.unknown: The alert was not checked, and is not in the report: annotations, threshold.metric are known only after apply.",
      ]),
    );
    for (const format of ["text", "markdown", "html", "github", "junit"]) {
      const run = await dbmon("plan", file, "--format", format);
      expect(run.stdout + run.stderr).not.toContain("hidden-note");
    }
    expect(JSON.stringify(document)).not.toContain("hidden-note");
  });

  it("says that it is incomplete, and cannot be saved, applied or pruned", async () => {
    world.configure("");
    const file = await planOf(event("one", "One") + event("two", "Two"), "-target=dbmon_alert.one");
    const document = await planDocument(file);
    expect(summary(document)).toEqual(["create One dbmon_alert.one"]);
    expect(document.problems[0]).toMatchObject({
      severity: "warning",
      what: expect.stringContaining("incomplete") as string,
    });
    for (const args of [
      ["apply", file, "--yes"],
      ["plan", file, "--out", "saved.json"],
      ["destroy", file, "--yes"],
    ]) {
      const run = await dbmon(...args);
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("error: dbmon cannot apply or save a plan of Terraform.\n");
    }
    expect((await dbmon("plan", file, "--prune", "*")).stderr).toContain(
      "have no effect on a plan of Terraform",
    );
    expect(world.writes()).toEqual([]);
  });

  it("is not a saved binary plan, a truncated file, another provider's plan, a state or an old format", async () => {
    const file = await planOf(event("one", "One"));
    const text = readFileSync(join(bench.folder(), file), "utf8");
    const state = await world.run(["show", "-json"]);
    const events = await world.run(["plan", "-json"]);
    const cases: readonly (readonly [Buffer | string, string])[] = [
      [readFileSync(world.folder.file("plan.out")), "This is an archive, as Terraform saves plans."],
      [events.stdout, "This is a stream of events of `terraform plan -json`, not a plan."],
      [text.slice(0, -100), "The Terraform plan is truncated, or not valid JSON."],
      [text.replaceAll("dbmon/dbmon", "example/pantry"), "contains no alert of the provider dbmon/dbmon."],
      [text.replaceAll("dbmon_alert", "dbmon_event"), "contains no alert of the provider dbmon/dbmon."],
      [
        text.replace('"format_version":"1', '"format_version":"0'),
        'The format version of the Terraform plan is "0.',
      ],
      [text.replaceAll('"actions":', '"acts":'), "The Terraform plan does not match its format version."],
      ['{"format_version":"1.2","resource_changes":{}}', "does not match its format version."],
      ['{"format_version":"1.0","values":{}}', "This is a state of Terraform, not a plan."],
      [state.stdout, "contains no alert of the provider"],
    ];
    for (const [content, message] of cases) {
      writeFileSync(join(bench.folder(), "wrong.json"), content);
      const run = await bench.dbmon(["check", "wrong.json"]);
      expect(run).toMatchObject({ code: 1, stderr: "0 alerts checked: 1 error, 0 warnings.\n" });
      expect(run.stdout).toContain(message);
    }
    // Any registry is accepted, and a plan beside definitions is no definitions file.
    bench.write(
      "wrong.json",
      text.replaceAll("registry.terraform.io/dbmon", "registry.example.com:8443/dbmon"),
    );
    expect((await bench.dbmon(["check", "wrong.json"])).code).toBe(0);
    bench.write(
      "alerts.yaml",
      "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [x] } }\n",
    );
    expect((await bench.dbmon(["check", "."])).stderr).toBe("1 alert checked: 0 errors, 0 warnings.\n");
  });
});
