/** Anchors, aliases and merge keys, and the places of problems in merged values. */
import { alertNamed, definitionsFolder } from "./definitions-folder";

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

it.each([
  [
    "x-a: &defaults {}\nalerts:\n  - <<: *defalts\n",
    '3:9: No anchor "defalts" is defined above this alias\\. Did you mean "defaults"',
  ],
  ["alerts:\n  - <<: 5\n", "2:9: Only a mapping can be merged"],
  ["x-a: &a [1]\nalerts:\n  - <<: *a\n", "3:9: Only a mapping can be merged"],
  ["x-a: &a { b: &b { c: *a } }\nalerts: []\n", "1:22: The alias \\*a is inside the value that it refers to"],
  ["alerts:\n  - <<: &a { b: *a }\n", "2:17: The alias \\*a is inside"],
])("an invalid alias or merge key is reported at its place: %j", (text, problem) => {
  folder.write("a.yaml", text);
  expect(folder.problems("a.yaml")[0]).toMatch(new RegExp(`^a\\.yaml:${problem}`));
});

it("nested aliases that exceed the limit are rejected without expanding them", () => {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const [own, below] = [`a${String(level)}`, `*a${String(level - 1)}`];
    return `x-${own}: &${own} [${level === 0 ? "x, x" : `${below}, ${below}`}]\n`;
  });
  folder.write("a.yaml", `${levels.join("")}alerts:\n${alertNamed("A")}`);
  expect(folder.problems("a.yaml")).toEqual([
    expect.stringMatching(/^a\.yaml:1\d:\d+: The aliases of the file expand to more than 1,000,000 values/),
  ]);
});

it("1,000 alerts can share values", () => {
  const shared = "x-d: &d { policy: 1, destinations: [a, b, c], event: { categories: [x] } }\n";
  const alerts = Array.from({ length: 1000 }, (_, index) => `  - { <<: *d, name: Alert ${String(index)} }\n`);
  folder.write("a.yaml", `${shared}alerts:\n${alerts.join("")}`);
  expect(folder.load("a.yaml")).toMatchObject({ problems: [], alerts: { length: 1000 } });
});
