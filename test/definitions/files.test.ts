/** Definitions files: what they may hold, and where every complaint is placed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSources } from "../../src/definitions";
import { formatPlace } from "../../src/diagnostics";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-definitions-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The problems of one file, as `line:column field: what`. */
function complaints(text: string, name = "alerts.yaml"): string[] {
  const file = write(name, text);
  const { problems } = readSources([file]);
  return problems.map(({ where = {}, what }) => `${formatPlace(where).replace(file, "F")}: ${what}`);
}

const whole = `
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

it("an alert is read with every field, and with the defaults of those that are left out", () => {
  const file = write("alerts.yaml", whole);
  expect(readSources([file])).toMatchObject({
    problems: [],
    alerts: [
      {
        name: "CPU high",
        policy: 2,
        annotations: "see the runbook",
        disabled: true,
        destinations: ["On-call", 7],
        hosts: ["db-1"],
        hostTypes: ["mysql"],
        condition: {
          kind: "threshold",
          alertLevel: "crit",
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
        hostTypes: [],
        condition: { kind: "event", categories: ["deploy"] },
        place: { file, line: 16, column: 5 },
      },
    ],
  });
});

it("JSON is read as well as YAML", () => {
  const alerts = [{ name: "A", policy: 1, event: { categories: ["x"] } }];
  const file = write("alerts.json", JSON.stringify({ alerts }));
  expect(readSources([file])).toMatchObject({ problems: [], alerts: [{ name: "A" }] });
});

it("parts can be shared with anchors and aliases", () => {
  const file = write(
    "alerts.yaml",
    "alerts:\n  - { name: A, policy: 1, destinations: &all [1, 2], event: { categories: [x] } }\n" +
      "  - { name: B, policy: 1, destinations: *all, event: { categories: [x] } }\n",
  );
  expect(readSources([file]).alerts.map(({ destinations }) => destinations)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it("every complaint carries line, column, alert and field", () => {
  const text = whole
    .replace("policy: 2", "policy: often")
    .replace("disabled: true", "disabled: yes please")
    .replace("[On-call, 7]", "[On-call, -7, { id: 1 }]")
    .replace("crit", "fatal")
    .replace("duration: 2", "duration: 1.5")
    .replace("categories: [deploy]", "categories: []");
  expect(complaints(text)).toEqual([
    expect.stringMatching(/^F:4:13: "CPU high", field policy: .*"often", and has to be an id/),
    expect.stringMatching(/^F:6:15: "CPU high", field disabled: .*true or false/),
    expect.stringMatching(/^F:7:29: "CPU high", field destinations\[1\]: .*not negative/),
    expect.stringMatching(/^F:7:33: "CPU high", field destinations\[2\]: .*a name or an id/),
    expect.stringMatching(
      /^F:11:20: "CPU high", field threshold\.alert_level: .*"fatal".* info, warn or crit/,
    ),
    expect.stringMatching(/^F:14:17: "CPU high", field threshold\.duration: .*1\.5, and has to be an id/),
    expect.stringMatching(/^F:16:55: "Deployed", field event\.categories: /),
  ]);
});

it("what is missing is placed at what it is missing from", () => {
  expect(complaints("alerts:\n  - name: A\n    event: {}\n")).toEqual([
    expect.stringMatching(/^F:2:5: "A", field policy: /),
    expect.stringMatching(/^F:3:12: "A", field event\.categories: /),
  ]);
});

it.each([
  [
    "both",
    "event: { categories: [x] }, threshold: { alert_level: info, metric: m, trigger: 1, duration: 1, reset: 0 }",
  ],
  ["neither", "disabled: false"],
])("%s of event and threshold is told at the alert", (_, fields) => {
  expect(complaints(`alerts:\n  - { name: A, policy: 1, ${fields} }\n`)).toEqual([
    expect.stringMatching(/^F:2:5: "A": The alert has (both event and|neither event nor) threshold\./),
  ]);
});

it.each([
  ["color: red", "color"],
  ["id: 7", "id"],
])("an unknown field (%s) is told by its name", (field, name) => {
  const [complaint] = complaints(
    `alerts:\n  - { name: A, policy: 1, ${field}, event: { categories: [x] } }\n`,
  );
  expect(complaint).toContain(`"${name}"`);
});

it.each([
  ["alerts: [", /^F:1:9: The file is not YAML: the bracket that opens here is not closed/],
  ["", /^F: The file is empty/],
  ["alerts:\n", /^F:1:8: field alerts: alerts has no value/],
  ["- name: A\n", /^F:1:1: The file is a list, and has to be a map with the key alerts/],
  ["{}\n", /^F:1:1: The file has no list of alerts/],
  ["alerts: [7]\n", /^F:1:10: An alert is a map/],
])("a file that is none, %j, is told as such", (text, complaint) => {
  expect(complaints(text)).toEqual([expect.stringMatching(complaint)]);
});

it("a reset above the trigger is a warning, and the alert is read", () => {
  const file = write("alerts.yaml", whole.replace("reset: 0.8", "reset: 1"));
  const { alerts, problems } = readSources([file]);
  expect(alerts).toHaveLength(2);
  expect(problems).toMatchObject([
    {
      severity: "warning",
      where: { line: 15, column: 14, subject: "CPU high", field: ["threshold", "reset"] },
    },
  ]);
});

it("complaints about all files of all sources are told, in order", () => {
  write("b/two.yaml", "alerts: 2\n");
  write("b/one.yml", "alerts: 1\n");
  write("b/ignored.md", "alerts: 1\n");
  mkdirSync(join(folder, "empty"));
  const { problems } = readSources([join(folder, "none"), join(folder, "b"), join(folder, "empty")]);
  expect(problems.map(({ where }) => where?.file?.replace(`${folder}/`, ""))).toEqual([
    "none",
    "empty",
    "b/one.yml",
    "b/two.yaml",
  ]);
});
