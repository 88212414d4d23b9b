/** Anchors, aliases and merge keys, and the places of problems in merged values. */
import { parseYaml } from "../../../src/definitions";
import { type Problem } from "../../../src/diagnostics";
import { alertNamed, definitionsFolder, formatProblem } from "../definitions-folder";

const folder = definitionsFolder();

it("a merge key adds keys that the alert does not set, at any position in the alert", () => {
  folder.write(
    "a.yaml",
    `x-team: &team { policy: 1, destinations: [pager], host_types: [mysql] }
x-quiet: &quiet { disabled: true, policy: 9 }
alerts:
  - { <<: *team, name: A, policy: 2, event: { categories: [x] } }
  - { name: B, event: { categories: [x] }, <<: [*team, *quiet] }
  - <<: *team
    <<: *quiet
    name: C
    event: { categories: [x] }
`,
  );
  const { alerts, problems } = folder.load("a.yaml");
  expect(problems).toEqual([]);
  expect(alerts).toMatchObject([
    { name: "A", policy: 2, destinations: ["pager"], host_types: ["mysql"], disabled: false },
    { name: "B", policy: 1, disabled: true, destinations: ["pager"] },
    { name: "C", policy: 1, disabled: true },
  ]);
});

it("an alert can merge another alert and override keys", () => {
  folder.write(
    "a.yaml",
    `alerts:
  - &cpu
    name: CPU warns
    policy: 1
    threshold: &limits { alert_level: warn, metric: m, trigger: 2, duration: 1, reset: 1 }
  - { <<: *cpu, name: CPU is critical, threshold: { <<: *limits, alert_level: crit, trigger: 4 } }
`,
  );
  expect(folder.load("a.yaml")).toMatchObject({
    problems: [],
    alerts: [
      { condition: { alert_level: "warn", trigger: 2 } },
      { name: "CPU is critical", policy: 1, condition: { alert_level: "crit", trigger: 4, reset: 1 } },
    ],
  });
});

it("a problem of a merged value has the line of its definition and the name of the alert", () => {
  folder.write(
    "a.yaml",
    `x-team: &team
  policy: [often]
alerts:
  - { name: A, <<: *team, event: { categories: [x] } }
  - { name: B, <<: [*team], event: { categories: &none [] } }
  - { name: C, policy: 1, event: { categories: *none } }
`,
  );
  expect(folder.problems("a.yaml")).toEqual([
    expect.stringMatching(/^a\.yaml:2:11: "A", field policy/),
    expect.stringMatching(/^a\.yaml:2:11: "B", field policy/),
    expect.stringMatching(/^a\.yaml:5:56: "B", field event\.categories/),
    expect.stringMatching(/^a\.yaml:6:48: "C", field event\.categories/),
  ]);
});

const notDefined = "is defined above this alias.";
const onlyMappings = "Only a mapping can be merged with <<. Use the anchor of a mapping: <<: *name";
it.each([
  ["a: &defaults {}\nb: *defalts\n", [`2:4: No anchor "defalts" ${notDefined} Did you mean "defaults"?`]],
  [
    "a: &defaults {}\nb: {<<: *x, c: *x}\n",
    [
      `2:9: No anchor "x" ${notDefined} Define it above with &x, or put the string in quotes.`,
      `2:16: No anchor "x" ${notDefined} Define it above with &x, or put the string in quotes.`,
    ],
  ],
  ["b: {<<: 5}\n", [`1:9: ${onlyMappings}`]],
  ["b: {<<: }\n", [`1:9: ${onlyMappings}`]],
  ["b: {<<: [{c: 1}, 5, [6]]}\n", [`1:18: ${onlyMappings}`, `1:21: ${onlyMappings}`]],
  ["a: &a [1]\nb: {<<: *a}\n", [`2:9: ${onlyMappings}`]],
  ["a: &a [1, 2]\nb: {<<: [*a]}\n", [`2:10: ${onlyMappings}`]],
  [
    "a: &a { b: &b { c: *a } }\n",
    ["1:20: The alias *a is inside the value that it refers to. Replace the alias with a value."],
  ],
  [
    "- <<: &a { b: *a }\n",
    ["1:15: The alias *a is inside the value that it refers to. Replace the alias with a value."],
  ],
])("an invalid alias or merge key is reported at its place: %j", (text, expected) => {
  const problems: Problem[] = [];
  parseYaml(text, "a.yaml", problems);
  expect(problems.map((problem) => formatProblem(problem).replace("a.yaml:", ""))).toEqual(expected);
});

it("nested aliases that exceed the limit are rejected without expanding them", () => {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const [own, below] = [`a${String(level)}`, `*a${String(level - 1)}`];
    return `x-${own}: &${own} [${level === 0 ? "x, x" : `${below}, ${below}`}]\n`;
  });
  folder.write("a.yaml", `${levels.join("")}alerts:\n${alertNamed("A")}`);
  expect(folder.problems("a.yaml")).toEqual([
    "a.yaml:18:14: The aliases of the file expand to more than 1,000,000 values. Remove nested aliases, which multiply, or split the file.",
  ]);
  expect(folder.load("a.yaml").alerts).toEqual([]);
  folder.write("a.yaml", `${levels.slice(0, 17).join("")}alerts:\n${alertNamed("A")}`);
  expect(folder.problems("a.yaml")).toEqual([]);
});

it("1,000 alerts can share values", () => {
  const shared = "x-d: &d { policy: 1, destinations: [a, b, c], event: { categories: [x] } }\n";
  const alerts = Array.from({ length: 1000 }, (_, index) => `  - { <<: *d, name: Alert ${String(index)} }\n`);
  folder.write("a.yaml", `${shared}alerts:\n${alerts.join("")}`);
  expect(folder.load("a.yaml")).toMatchObject({ problems: [], alerts: { length: 1000 } });
});
