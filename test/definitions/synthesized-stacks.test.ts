/** A stack that cdktf has synthesized, read without Terraform. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSources } from "../../src/definitions";
import { formatPlace } from "../../src/diagnostics";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-stack-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeStack(content: unknown, path = "stacks/on-call/cdk.tf.json"): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(join(folder, "manifest.json"), "{}");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const deployed = {
  "//": { metadata: { path: "on-call/deployed", uniqueId: "deployed" } },
  name: "Deployed",
  policy: 1,
  event: { categories: ["deploy"] },
};

const data = {
  dbmon_destination: {
    pager: { "//": {}, name: "On-call $${PagerDuty}" },
    mail: { id: 7 },
    "with-dash_1": { name: "Dash" },
  },
  dbmon_host: { primary: { name: "db-1" }, replica: { id: 5 } },
};

function read(attributes: object) {
  writeStack({ data, resource: { dbmon_alert: { deployed: { ...deployed, ...attributes } } } });
  return readSources([folder]);
}

it("alerts are found in a cdktf output folder, a stack's folder and its file", () => {
  const file = writeStack({ resource: { dbmon_alert: { deployed } } });
  writeStack({ hello: 1 }, "manifest.json");
  for (const source of [folder, dirname(file), file]) {
    expect(readSources([source])).toMatchObject({
      problems: [],
      alerts: [
        {
          name: "Deployed",
          policy: 1,
          annotations: "",
          disabled: false,
          destinations: [],
          hosts: [],
          hostTypes: [],
          condition: { kind: "event", categories: ["deploy"] },
          place: { file, construct: "on-call/deployed" },
        },
      ],
    });
  }
});

it("destinations that are looked up become what they are looked up by", () => {
  const destinations = ["mail", "pager", "with-dash_1"].map((one) => `\${data.dbmon_destination.${one}.id}`);
  expect(read({ destinations: [...destinations, 3] })).toMatchObject({
    problems: [],
    alerts: [{ destinations: [7, "On-call ${PagerDuty}", "Dash", 3] }],
  });
});

it("so do hosts", () => {
  const hosts = ["primary", "replica"].map((one) => `\${data.dbmon_host.${one}.id}`);
  expect(read({ hosts: [...hosts, 3] })).toMatchObject({ problems: [], alerts: [{ hosts: ["db-1", 5, 3] }] });
});

it.each(["lifecycle", "for_each", "count", "provider"])(
  "%s, which only Terraform follows, is refused",
  (argument) => {
    const { alerts, problems } = read({ [argument]: { any: "thing" } });
    expect(alerts).toEqual([]);
    expect(problems).toMatchObject([
      {
        what: `dbmon_alert.deployed has ${argument}, which only Terraform follows`,
        remedy: "Deploy this stack with cdktf deploy.",
      },
    ]);
  },
);

it("what Terraform is to ignore is left as it is here, too", () => {
  const lifecycle = { ignore_changes: ["disabled", "host_types"] };
  expect(read({ lifecycle })).toMatchObject({
    problems: [],
    alerts: [{ ignore: ["disabled", "host_types"] }],
  });
  expect(read({ lifecycle: { ...lifecycle, prevent_destroy: true } }).problems).toHaveLength(1);
});

it("an order among resources does not matter", () => {
  expect(read({ depends_on: ["dbmon_alert.other"] })).toMatchObject({ problems: [], alerts: [{}] });
});

it("text that was escaped for Terraform is unescaped", () => {
  const { alerts, problems } = read({ name: "90 %%{of} $${x}", annotations: "costs $5 { 10% }" });
  expect(problems).toEqual([]);
  expect(alerts).toMatchObject([{ name: "90 %{of} ${x}", annotations: "costs $5 { 10% }" }]);
});

it.each([
  { name: "${var.name}" },
  { name: "90%${var.name}" },
  { name: "$%{ if true }x%{ endif }" },
  { annotations: "see ${dbmon_alert.other.id}" },
  { annotations: "%{ if true }x%{ endif }" },
  { destinations: ["${data.dbmon_destination.unknown.id}"] },
  { destinations: ["${data.dbmon_destination.mail.name}"] },
  { destinations: "${data.dbmon_destinations.all.ids}" },
  { destinations: ["${data.dbmon_host.primary.id}"] },
  { hosts: ["${data.dbmon_destination.mail.id}"] },
  { event: { categories: ["${local.category}"] } },
])("any other expression is refused, with what to do instead: %j", (attributes) => {
  const { alerts, problems } = read(attributes);
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([{ severity: "error", remedy: "Deploy this stack with cdktf deploy." }]);
  expect(problems[0]?.what).toMatch(
    /^dbmon_alert\.deployed has an expression that only Terraform can evaluate/,
  );
});

it("every expression of every alert is told", () => {
  const alert = { ...deployed, name: "${var.a}", annotations: "${var.b}" };
  writeStack({ resource: { dbmon_alert: { one: alert, two: alert } } });
  expect(readSources([folder]).problems).toHaveLength(4);
});

it("an alert that is not valid is told with its name and field", () => {
  const { alerts, problems } = read({ policy: "often" });
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([
    { severity: "error", where: { construct: "on-call/deployed", subject: "Deployed", field: ["policy"] } },
  ]);
});

it("every complaint names the construct that its author wrote", () => {
  const wrong = { ...deployed, policy: "often", event: { categoris: ["x"] } };
  const expression = { ...deployed, "//": { metadata: { path: "on-call/team/cpu" } }, name: "${var.x}" };
  const unmarked = { ...deployed, "//": "x", hosts: "all" };
  const file = writeStack({ resource: { dbmon_alert: { wrong, expression, unmarked } } });
  const told = readSources([folder]).problems.map(({ where = {} }) => formatPlace(where).replace(file, "F"));
  expect(told).toEqual([
    'F: on-call/deployed: "Deployed", field policy',
    'F: on-call/deployed: "Deployed", field event.categoris',
    "F: on-call/team/cpu: field name",
    'F: "Deployed", field hosts',
  ]);
});

it("a stack that is deeper than any alert is told, and not followed to its end", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  writeStack(`{"resource":{"dbmon_alert":{"a":{"name":"A","policy":1,"event":${deep}}}}}`);
  expect(readSources([folder]).problems).toMatchObject([{ where: { subject: "A", field: ["event"] } }]);
});

it("resources that are no alerts are passed over, and said to be", () => {
  writeStack({ resource: { dbmon_alert: { deployed }, null_resource: { x: {} } } });
  const { alerts, problems } = readSources([folder]);
  expect(alerts).toHaveLength(1);
  expect(problems).toMatchObject([{ severity: "warning" }]);
  expect(problems[0]?.what).toContain("null_resource");
});

it("a stack without alerts has none, and that is said where no other has any either", () => {
  const file = writeStack({ terraform: {} });
  const warning = { severity: "warning", what: "The stack defines no alert.", where: { file } };
  expect(readSources([folder])).toMatchObject({ alerts: [], problems: [warning] });
  writeStack({ terraform: {} }, "stacks/another/cdk.tf.json");
  expect(readSources([folder]).problems).toMatchObject([{ what: "None of the stacks defines an alert." }]);
  writeStack({ resource: { dbmon_alert: { deployed } } }, "stacks/third/cdk.tf.json");
  expect(readSources([folder])).toMatchObject({ alerts: [{ name: "Deployed" }], problems: [] });
});

it("the alerts of several stacks are read together", () => {
  writeStack({ resource: { dbmon_alert: { deployed } } }, "stacks/b/cdk.tf.json");
  writeStack({ resource: { dbmon_alert: { deployed: { ...deployed, name: "A" } } } }, "stacks/a/cdk.tf.json");
  expect(readSources([folder]).alerts.map(({ name }) => name)).toEqual(["A", "Deployed"]);
});

it.each(["", "{", "[]", '{"resource": 1}'])("%j is no synthesized stack", (text) => {
  writeStack(text);
  expect(readSources([folder]).problems).toMatchObject([
    { severity: "error", what: "The file is not a synthesized stack." },
  ]);
});
