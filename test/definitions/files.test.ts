/** Definitions files: their values and the places of problems. */
import { mkdirSync } from "node:fs";
import { definitionsFolder } from "./definitions-folder";

const folder = definitionsFolder();

function load(text: string, name = "alerts.yaml") {
  folder.write(name, text);
  return folder.load(name);
}

function problemsOf(text: string): string[] {
  folder.write("F", text);
  return folder.problems("F");
}

const validFile = `
alerts:
  - name: CPU high
    policy: 2
    annotations: see the runbook
    disabled: true
    destinations: [On-call, 7]
    hosts: [db-1]
    host_types: [mysql]
    threshold:
      alert_level: crit
      metric: os.cpu.user_us
      trigger: 0.9
      duration: 2
      reset: 0.8
  - { name: Deployed, policy: 1, event: { categories: [deploy] } }
`;

it("an alert has the values of the file, and defaults for missing keys", () => {
  const file = folder.path("alerts.yaml");
  expect(load(validFile)).toMatchObject({
    problems: [],
    alerts: [
      {
        name: "CPU high",
        policy: 2,
        annotations: "see the runbook",
        disabled: true,
        destinations: ["On-call", 7],
        hosts: ["db-1"],
        host_types: ["mysql"],
        condition: {
          kind: "threshold",
          alert_level: "crit",
          metric: "os.cpu.user_us",
          trigger: 0.9,
          duration: 2,
          reset: 0.8,
        },
        place: { file, line: 3, column: 5 },
      },
      {
        name: "Deployed",
        policy: 1,
        annotations: "",
        disabled: false,
        destinations: [],
        hosts: [],
        host_types: [],
        condition: { kind: "event", categories: ["deploy"] },
        place: { file, line: 16, column: 5 },
      },
    ],
  });
});

it("JSON is supported", () => {
  const alerts = [{ name: "A", policy: 1, event: { categories: ["x"] } }];
  expect(load(JSON.stringify({ alerts }), "alerts.json")).toMatchObject({
    problems: [],
    alerts: [{ name: "A" }],
  });
});

it("anchors and aliases share values", () => {
  const { alerts } = load(
    "alerts:\n  - { name: A, policy: 1, destinations: &all [1, 2], event: { categories: [x] } }\n" +
      "  - { name: B, policy: 1, destinations: *all, event: { categories: [x] } }\n",
  );
  expect(alerts.map(({ destinations }) => destinations)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it("each problem has a line, a column, an alert and a field", () => {
  const text = validFile
    .replace("policy: 2", "policy: [often]")
    .replace("disabled: true", "disabled: yes please")
    .replace("[On-call, 7]", "[On-call, -7, { id: 1 }]")
    .replace("crit", "fatal")
    .replace("duration: 2", "duration: 1.5")
    .replace("categories: [deploy]", "categories: []");
  expect(problemsOf(text)).toEqual([
    expect.stringMatching(/^F:4:13: "CPU high", field policy: .*must be a name or an ID, not a sequence/),
    expect.stringMatching(/^F:6:15: "CPU high", field disabled: .*must be a boolean/),
    expect.stringMatching(/^F:7:29: "CPU high", field destinations\[1\]: .*must be a non-negative integer/),
    expect.stringMatching(/^F:7:33: "CPU high", field destinations\[2\]: .*must be a name or an ID/),
    expect.stringMatching(
      /^F:11:20: "CPU high", field threshold\.alert_level: .*must be one of info, warn, crit, not the string "fatal"/,
    ),
    expect.stringMatching(
      /^F:14:17: "CPU high", field threshold\.duration: .*must be a name, a time or an ID, not 1\.5/,
    ),
    expect.stringMatching(/^F:16:55: "Deployed", field event\.categories: /),
  ]);
});

it("a reset above the trigger is only a warning", () => {
  const { alerts, problems } = load(validFile.replace("reset: 0.8", "reset: 1"));
  expect(alerts).toHaveLength(2);
  expect(problems).toMatchObject([
    {
      severity: "warning",
      where: { line: 15, column: 14, subject: "CPU high", field: ["threshold", "reset"] },
    },
  ]);
});

it("the problems of all sources are reported, in order", () => {
  folder.write("b/two.yaml", "alerts: 2\n");
  folder.write("b/one.yml", "alerts: 1\n");
  folder.write("b/ignored.md", "alerts: 1\n");
  mkdirSync(folder.path("empty"));
  const { problems } = folder.load("none", "b", "empty");
  expect(problems.map(({ where }) => where?.file)).toEqual([
    folder.path("none"),
    folder.path("empty"),
    folder.path("b/one.yml"),
    folder.path("b/two.yaml"),
  ]);
});
