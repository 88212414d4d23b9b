/** Definitions of several sources: documents of dbmon, ignored attributes, and problems of the selection. */
import { type DefinitionScope, loadDefinitions } from "../../src/definitions";
import { alertNamed, definitionsFolder, formatProblem } from "./definitions-folder";

const folder = definitionsFolder();

const scope: DefinitionScope = {
  environment: undefined,
  environmentNames: ["staging", "on call"],
  values: new Map(),
};
const report = '{"dbmon": 1, "command": "routes", "problems": []}';
const plan = '{"dbmon": 1, "command": "plan", "fingerprint": "x"}';
const sources =
  "Name a definitions file (.yaml, .yml, .json), a folder of them, or a cdktf output folder (cdktf.out).";

it("documents of dbmon are skipped in a folder, and reported if they are named", () => {
  folder.write("d/report.json", report);
  folder.write("d/plan.json", plan);
  expect(folder.problems("d")).toEqual([`d: The folder contains no definitions. ${sources}`]);
  expect(folder.problems("d", "d/plan.json")).toEqual([`d: The folder contains no definitions. ${sources}`]);
  expect(folder.problems("d/plan.json", "d/report.json")).toEqual([
    "d/plan.json: This is a saved plan, not definitions. To apply it, use --plan. To print it, run dbmon show.",
    "d/report.json: This is a report of dbmon, not definitions. Name a definitions file.",
  ]);
  folder.write("d/a.yaml", "alerts: [\n");
  expect(folder.problems("d")).toHaveLength(1);
  folder.write("d/a.yaml", `alerts:\n${alertNamed("A")}`);
  expect(folder.problems("d")).toEqual([]);
  expect(folder.problems()).toEqual([]);
});

it("an alert ignores the attributes of its file and its own, each once", () => {
  const own = alertNamed("B").replace("policy: 1", "policy: 1, ignore: [hosts, disabled]");
  folder.write("a.yaml", `ignore: [disabled, policy]\nalerts:\n${alertNamed("A")}${own}`);
  folder.write("b.yaml", `ignore: []\nalerts:\n${alertNamed("C")}`);
  const { alerts, problems } = folder.load("a.yaml", "b.yaml");
  expect(problems).toEqual([]);
  expect(alerts.map(({ ignore }) => ignore)).toEqual([
    ["disabled", "policy"],
    ["disabled", "policy", "hosts"],
    undefined,
  ]);
});

it("a mute that its alert ignores is an error", () => {
  const muted = (attributes: string) =>
    alertNamed("A").replace("policy: 1", `policy: 1, muted: { until: 2090-12-24T08:00:00Z }${attributes}`);
  folder.write("a.yaml", `alerts:\n${muted(", ignore: [disabled], renamed_from: Z")}`);
  expect(folder.problems("a.yaml")).toEqual([
    expect.stringMatching(
      /^a\.yaml:2:\d+: "A", field muted\.until: The alert has a mute and ignores changes of/,
    ),
  ]);
  expect(folder.load("a.yaml").alerts).toMatchObject([
    { mute: { until: Date.UTC(2090, 11, 24, 8) }, renamedFrom: "Z", ignore: ["disabled"] },
  ]);
  folder.write("a.yaml", `alerts:\n${muted("")}`);
  expect(folder.problems("a.yaml")).toEqual([]);
  expect(Object.keys(folder.load("a.yaml").alerts[0] ?? {})).not.toEqual(
    expect.arrayContaining(["renamedFrom", "ignore"]),
  );
});

it("that no environment is selected is reported once, beside other problems", () => {
  const file = folder.write(
    "a.yaml",
    `alerts:
  - { name: "\${a}", policy: 1, event: { categories: [x] } }
  - { name: "\${1}", policy: 1, event: { categories: [x] } }
  - { name: B, policy: 1, event: { categories: ["\${b}"] }, environments: [staging] }
`,
  );
  const { problems } = loadDefinitions([file], { scope });
  expect(problems.map((problem) => formatProblem(problem).replace(file, "F"))).toEqual([
    'F:2:13: "${a}", field name: The value "a" depends on the environment, and no environment is selected. Set --environment to one of them: staging, "on call".',
    'F:3:13: "${1}", field name: The text contains "${1}", which is not the name of a value. Write a value as ${name}, with letters, digits, _ and -. Write a literal ${ as $${.',
  ]);
});

it("stops checking a file after 1,000 problems, with the place of the next alert", () => {
  const many = `alerts:\n${"  - 1\n".repeat(1005)}`;
  folder.write("a.yaml", many);
  folder.write("b.yaml", many);
  const problems = folder.problems("a.yaml", "b.yaml");
  expect(problems).toHaveLength(2004);
  expect(problems[1001]).toBe(
    "a.yaml:1003:5: The rest of the file was not checked, because it has more than 1000 problems. Fix these problems and run again.",
  );
  expect(problems[2003]).toMatch(/^b\.yaml:1003:5: The rest/);
});

it("reports at most 20 unknown top-level keys, and 20 of an alert", () => {
  const keys = (count: number, indent: string) =>
    Array.from({ length: count }, (_, index) => `${indent}k${index}: 1\n`).join("");
  folder.write("a.yaml", `${keys(21, "")}alerts:\n${alertNamed("A")}`);
  expect(folder.problems("a.yaml")).toHaveLength(20);
  const alert = "alerts:\n  - name: A\n    policy: 1\n    event:\n      categories: [x]\n";
  folder.write("a.yaml", `${alert}${keys(20, "      ")}`);
  expect(folder.problems("a.yaml")).toHaveLength(20);
  folder.write("a.yaml", `${alert}${keys(21, "      ")}`);
  expect(folder.problems("a.yaml").at(-1)).toBe(
    'a.yaml:5:7: "A", field event: 1 more unknown keys in event. Check that this mapping is an alert.',
  );
});
