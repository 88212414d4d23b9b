/** Anchors, aliases and merge keys: what alerts of a file share, and where a complaint about it points. */
import { alertNamed, definitionsFolder } from "./reading";

const folder = definitionsFolder();

it("a merge key fills in what an alert does not say itself, wherever it stands in it", () => {
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
  const { alerts, problems } = folder.read("a.yaml");
  expect(problems).toEqual([]);
  expect(alerts).toMatchObject([
    { name: "A", policy: 2, destinations: ["pager"], hostTypes: ["mysql"], disabled: false },
    { name: "B", policy: 1, disabled: true, destinations: ["pager"] },
    { name: "C", policy: 1, disabled: true },
  ]);
});

it("a whole alert can be another with a difference", () => {
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
  expect(folder.read("a.yaml")).toMatchObject({
    problems: [],
    alerts: [
      { condition: { alertLevel: "warn", trigger: 2 } },
      { name: "CPU is critical", policy: 1, condition: { alertLevel: "crit", trigger: 4, reset: 1 } },
    ],
  });
});

it("a complaint about what is merged points at the line where it is written, and names the alert", () => {
  folder.write(
    "a.yaml",
    `x-team: &team
  policy: often
alerts:
  - { name: A, <<: *team, event: { categories: [x] } }
  - { name: B, <<: [*team], event: { categories: &none [] } }
  - { name: C, policy: 1, event: { categories: *none } }
`,
  );
  expect(folder.complaints("a.yaml")).toEqual([
    expect.stringMatching(/^a\.yaml:2:11: "A", field policy/),
    expect.stringMatching(/^a\.yaml:2:11: "B", field policy/),
    expect.stringMatching(/^a\.yaml:5:56: "B", field event\.categories/),
    expect.stringMatching(/^a\.yaml:6:48: "C", field event\.categories/),
  ]);
});

it.each([
  [
    "x-a: &defaults {}\nalerts:\n  - <<: *defalts\n",
    '3:9: There is no anchor "defalts" .*Did you mean "defaults"',
  ],
  ["alerts:\n  - <<: 5\n", "2:9: Only a map can be merged"],
  ["x-a: &a [1]\nalerts:\n  - <<: *a\n", "3:9: Only a map can be merged"],
  ["x-a: &a { b: &b { c: *a } }\nalerts: []\n", "1:22: The alias \\*a stands inside of what it means"],
  ["alerts:\n  - <<: &a { b: *a }\n", "2:17: The alias \\*a stands inside"],
])("what leads nowhere is told at its place: %j", (text, complaint) => {
  folder.write("a.yaml", text);
  expect(folder.complaints("a.yaml")[0]).toMatch(new RegExp(`^a\\.yaml:${complaint}`));
});

it("aliases that multiply are refused at the line where it shows, at once", () => {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const [own, below] = [`a${String(level)}`, `*a${String(level - 1)}`];
    return `x-${own}: &${own} [${level === 0 ? "x, x" : `${below}, ${below}`}]\n`;
  });
  folder.write("a.yaml", `${levels.join("")}alerts:\n${alertNamed("A")}`);
  expect(folder.complaints("a.yaml")).toEqual([
    expect.stringMatching(
      /^a\.yaml:1\d:\d+: Up to here, the aliases of the file stand for more than 1,000,000 values/,
    ),
  ]);
});

it("a thousand alerts may share their parts", () => {
  const shared = "x-d: &d { policy: 1, destinations: [a, b, c], event: { categories: [x] } }\n";
  const alerts = Array.from({ length: 1000 }, (_, index) => `  - { <<: *d, name: Alert ${String(index)} }\n`);
  folder.write("a.yaml", `${shared}alerts:\n${alerts.join("")}`);
  expect(folder.read("a.yaml")).toMatchObject({ problems: [], alerts: { length: 1000 } });
});
