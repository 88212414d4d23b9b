/** Stacks that cdktf synthesized, parsed without Terraform. */
import { loadDefinitions } from "../../../src/definitions";
import { formatPlace } from "../../../src/diagnostics";
import { definitionsFolder } from "../definitions-folder";

const folder = definitionsFolder();

function writeStack(content: unknown, path = "stacks/on-call/cdk.tf.json"): string {
  folder.write("manifest.json", "{}");
  return folder.write(path, typeof content === "string" ? content : JSON.stringify(content));
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
  dbmon_alert_policy: { daily: { name: "Once a day" } },
  dbmon_alert_duration: { short: { seconds: 300 }, long: { name: "1 hour" } },
  dbmon_host: { primary: { name: "db-1" }, replica: { id: 5 } },
};

function load(attributes: object) {
  writeStack({ data, resource: { dbmon_alert: { deployed: { ...deployed, ...attributes } } } });
  return folder.load("");
}

it("alerts are loaded from a cdktf output folder, the folder of a stack, and its file", () => {
  const file = writeStack({ resource: { dbmon_alert: { deployed } } });
  writeStack({ hello: 1 }, "manifest.json");
  const stackFolder = "stacks/on-call";
  for (const source of ["", stackFolder, `${stackFolder}/cdk.tf.json`]) {
    expect(folder.load(source)).toMatchObject({
      problems: [],
      alerts: [
        {
          name: "Deployed",
          policy: 1,
          annotations: "",
          disabled: false,
          destinations: [],
          hosts: [],
          host_types: [],
          condition: { kind: "event", categories: ["deploy"] },
          place: { file, construct: "on-call/deployed" },
        },
      ],
    });
  }
});

it("strings of digits are ids, and other strings are names or times", () => {
  const threshold = { alert_level: "crit", metric: "m", trigger: 1, reset: 1, duration: "5m" };
  const references = { policy: "2", destinations: ["#db-alerts", "7", 3], hosts: ["db-1", "07"] };
  expect(load({ ...references, event: undefined, threshold })).toMatchObject({
    problems: [],
    alerts: [
      { policy: 2, destinations: ["#db-alerts", 7, 3], hosts: ["db-1", "07"], condition: { duration: "5m" } },
    ],
  });
});

it("an iterator is one problem, and not one per expression", () => {
  const { alerts, problems } = load({
    for_each: "${toset([1])}",
    name: "${each.key}",
    annotations: "${each.value}",
  });
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([
    {
      what: "dbmon_alert.deployed is created with an iterator (forEach), which only Terraform evaluates.",
      remedy: expect.stringMatching(
        /^Create one Alert per item in a loop of the program, or use `cdktn diff`/,
      ) as string,
    },
  ]);
});

const remedy = expect.stringMatching(
  /^Use a value that is known at synthesis, or use `cdktn diff`/,
) as string;

it.each(["lifecycle", "count", "provider"])("%s, which only Terraform supports, is rejected", (argument) => {
  const { alerts, problems } = load({ [argument]: { any: "thing" } });
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([
    {
      what: `dbmon_alert.deployed has the argument ${argument}, which only Terraform supports.`,
      remedy,
    },
  ]);
});

it("ignore_changes of lifecycle becomes ignore", () => {
  const lifecycle = { ignore_changes: ["disabled", "host_types"] };
  expect(load({ lifecycle })).toMatchObject({
    problems: [],
    alerts: [{ ignore: ["disabled", "host_types"] }],
  });
  expect(load({ lifecycle: { ...lifecycle, prevent_destroy: true } }).problems).toHaveLength(1);
});

it("depends_on is ignored", () => {
  expect(load({ depends_on: ["dbmon_alert.other"] })).toMatchObject({ problems: [], alerts: [{}] });
});

it("escaped template markers are unescaped", () => {
  const { alerts, problems } = load({ name: "90 %%{of} $${x}", annotations: "costs $5 { 10% }" });
  expect(problems).toEqual([]);
  expect(alerts).toMatchObject([{ name: "90 %{of} ${x}", annotations: "costs $5 { 10% }" }]);
});

it.each([
  { name: "${var.name}" },
  { name: "90%${var.name}" },
  { name: "$%{ if true }x%{ endif }" },
  { annotations: "see ${dbmon_alert.other.id}" },
  { annotations: "%{ if true }x%{ endif }" },
  { destinations: ["${data.dbmon_destinations.all.destinations[0].id}"] },
  { destinations: "${data.dbmon_destinations.all.ids}" },
  { event: { categories: ["${local.category}"] } },
])("any other expression is rejected with a remedy: %j", (attributes) => {
  const { alerts, problems } = load(attributes);
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([{ severity: "error", remedy }]);
  expect(problems[0]?.what).toMatch(
    /^dbmon_alert\.deployed has an expression that only Terraform can evaluate/,
  );
});

it("every expression of every alert is reported", () => {
  const alert = { ...deployed, name: "${var.a}", annotations: "${var.b}" };
  writeStack({ resource: { dbmon_alert: { one: alert, two: alert } } });
  expect(folder.load("").problems).toHaveLength(4);
});

it("a problem has the name and field of the alert", () => {
  const { alerts, problems } = load({ policy: "" });
  expect(alerts).toEqual([]);
  expect(problems).toMatchObject([
    { severity: "error", where: { construct: "on-call/deployed", subject: "Deployed", field: ["policy"] } },
  ]);
});

it("a problem has the path of the construct, and the line of the program if the stack has it", () => {
  const wrong = { ...deployed, policy: "", event: { categoris: ["x"] } };
  const expression = { ...deployed, "//": { metadata: { path: "on-call/team/cpu" } }, name: "${var.x}" };
  const withoutPath = { ...deployed, "//": "x", hosts: "all" };
  const recorded = { ...wrong, "//": { metadata: { path: "on-call/disk" }, created_at: "src/main.ts:8" } };
  const file = writeStack({ resource: { dbmon_alert: { wrong, expression, withoutPath, recorded } } });
  const places = folder.load("").problems.map(({ where = {} }) => formatPlace(where).replace(file, "F"));
  expect(places).toEqual([
    'F: on-call/deployed: "Deployed", field policy',
    'F: on-call/deployed: "Deployed", field event.categoris',
    "F: on-call/team/cpu: field name",
    'F: "Deployed", field hosts',
    'src/main.ts:8: on-call/disk: "Deployed", field policy',
    'src/main.ts:8: on-call/disk: "Deployed", field event.categoris',
  ]);
});

it("settings of the provider are an error, unless the command does not connect", () => {
  const provider = {
    dbmon: [{ "//": {}, base_url: "http://x", "a b": 1 }, { api_token: "y" }],
    other: [{ x: 1 }],
  };
  const file = writeStack({ provider, resource: { dbmon_alert: { deployed } } });
  expect(loadDefinitions([file]).problems).toEqual([
    {
      code: "terraform-invalid",
      severity: "error",
      what: 'The stack configures its provider (base_url, "a b", api_token), which only Terraform supports.',
      where: { file },
      remedy:
        "Remove these settings and set DBMON_BASE_URL and DBMON_API_TOKEN, or use `cdktn diff` and `cdktn deploy` instead of dbmon for this stack.",
    },
  ]);
  expect(loadDefinitions([file], { isForService: false }).problems).toEqual([]);
  writeStack({ provider: { dbmon: [{ "//": {} }] }, resource: { dbmon_alert: { deployed } } });
  expect(loadDefinitions([file]).problems).toEqual([]);
});

it("the alerts with errors are listed with their problems", () => {
  const wrong = { ...deployed, name: "Wrong", policy: "" };
  const iterated = { ...deployed, name: "Iterated", for_each: "x" };
  const unnamed = { ...deployed, name: 5, "//": {} };
  const file = writeStack({ resource: { dbmon_alert: { wrong, deployed, iterated, unnamed } } });
  const { alerts, invalidAlerts, problems } = loadDefinitions([file]);
  expect(alerts).toMatchObject([{ name: "Deployed" }]);
  expect(invalidAlerts).toEqual([
    { name: "Wrong", place: { file, construct: "on-call/deployed" }, problems: problems.slice(0, 1) },
    { name: "Iterated", place: { file, construct: "on-call/deployed" }, problems: problems.slice(1, 2) },
    { name: undefined, place: { file }, problems: problems.slice(2) },
  ]);
  expect(problems).toHaveLength(3);
});

it("a long expression is truncated, and a null is rejected", () => {
  const remedyOf = (attributes: object) =>
    load(attributes).problems.map(({ what, where }) => [what, where?.field]);
  const expression = `\${var.${"x".repeat(300)}}`;
  expect(remedyOf({ annotations: expression })).toEqual([
    [
      `dbmon_alert.deployed has an expression that only Terraform can evaluate: "${expression.slice(0, 200)}…"`,
      ["annotations"],
    ],
  ]);
  expect(remedyOf({ annotations: null })).toEqual([["annotations is null.", ["annotations"]]]);
});

it("a deeply nested value is rejected", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  writeStack(`{"resource":{"dbmon_alert":{"a":{"name":"A","policy":1,"event":${deep}}}}}`);
  expect(() => folder.load("")).toThrow("The JSON is nested deeper than 200 levels.");
});

it("other resources are ignored with a warning", () => {
  writeStack({ resource: { dbmon_alert: { deployed }, null_resource: { x: {} } } });
  const { alerts, problems } = folder.load("");
  expect(alerts).toHaveLength(1);
  expect(problems).toMatchObject([{ severity: "warning" }]);
  expect(problems[0]?.what).toContain("null_resource");
});

it("a stack without alerts is a warning if no other source has alerts", () => {
  const file = writeStack({ terraform: {} });
  const warning = { severity: "warning", what: "The stack defines no alerts.", where: { file } };
  expect(folder.load("")).toMatchObject({ alerts: [], problems: [warning] });
  writeStack({ terraform: {} }, "stacks/another/cdk.tf.json");
  expect(folder.load("").problems).toMatchObject([{ what: "The stacks define no alerts." }]);
  writeStack({ resource: { dbmon_alert: { deployed } } }, "stacks/third/cdk.tf.json");
  expect(folder.load("")).toMatchObject({ alerts: [{ name: "Deployed" }], problems: [] });
});

it("the alerts of several stacks are combined", () => {
  writeStack({ resource: { dbmon_alert: { deployed } } }, "stacks/b/cdk.tf.json");
  writeStack({ resource: { dbmon_alert: { deployed: { ...deployed, name: "A" } } } }, "stacks/a/cdk.tf.json");
  expect(folder.load("").alerts.map(({ name }) => name)).toEqual(["A", "Deployed"]);
});

it.each(["", "{", "[]", '{"resource": 1}'])("%j is not a synthesized stack", (text) => {
  const file = writeStack(text);
  expect(folder.load("").problems).toEqual([
    {
      code: "terraform-invalid",
      severity: "error",
      what: "The file is not a synthesized stack.",
      where: { file },
      remedy: "Synthesize the app again, for example with `npx tsx main.ts`.",
    },
  ]);
});

it.each([
  ["0.21.0", "cdktf"],
  ["0.9.4", "cdktf"],
  ["0.22.0", "cdktn"],
  ["0.24.0", "cdktn"],
  ["1.0.0", "cdktn"],
])("a stack of version %s names the commands of %s", (version, library) => {
  const provider = { dbmon: [{ base_url: "http://x" }] };
  const file = writeStack({
    "//": { metadata: { version } },
    provider,
    resource: { dbmon_alert: { deployed } },
  });
  expect(loadDefinitions([file]).problems).toMatchObject([
    {
      remedy: expect.stringContaining(
        `or use \`${library} diff\` and \`${library} deploy\` instead`,
      ) as string,
    },
  ]);
});
