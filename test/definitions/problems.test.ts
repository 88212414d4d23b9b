/** Problems of an alert: message, remedy, line and column of the field. */
import { definitionsFolder } from "./definitions-folder";

const folder = definitionsFolder();

const alert = `alerts:
  - name: CPU
    policy: 1
    destinations: [pager]
    threshold:
      alert_level: warn
      metric: os.cpu.user_us
      trigger: 2
      duration: 1
      reset: 1
`;

function problemsOf(text: string): string[] {
  folder.write("a.yaml", text);
  return folder.problems("a.yaml");
}

it("a valid alert has no problems", () => {
  expect(problemsOf(alert)).toEqual([]);
});

it.each([
  [
    "policy: 1",
    'policy: "1"',
    '3:13: "CPU", field policy: policy must be a name or an ID, not the string "1"\\. Remove the quotes: 1\\.',
  ],
  ["policy: 1", "policy: -1", "3:13: .*policy must be a name or an ID, not -1\\. Run `dbmon list policies`"],
  ["policy: 1", "policy: ''", "3:13: .*policy is an empty string"],
  ["policy: 1", "policy:", "3:12: .*policy is null\\. Set it to a name or an ID"],
  [
    "duration: 1",
    "duration: 1.5",
    "9:17: .*threshold\\.duration must be a name, a time or an ID, not 1\\.5\\. Run `dbmon list durations`",
  ],
  ["duration: 1", "duration: '300'", '9:17: .*not the string "300"\\. Remove the quotes: 300'],
  [
    "trigger: 2",
    "trigger: 90%",
    '8:16: .*threshold\\.trigger must be a number, not the string "90%"\\. Write the number without a unit',
  ],
  ["trigger: 2", "trigger: .inf", "8:16: .*threshold\\.trigger must be a finite number"],
  ["name: CPU", "name: 5", '2:11: .*name must be a string, not 5\\. Put the value in quotes: "5"'],
  [
    "name: CPU",
    'name: "CPU \\ud83d"',
    '2:11: .*name contains a lone surrogate, which is half of a character: the string "CPU \\\\ud83d"\\. Remove it',
  ],
  ["metric: os.cpu.user_us", 'metric: "os\\udc00"', "7:15: .*threshold\\.metric contains a lone surrogate"],
  ["[pager]", '["\\ud83d\\ud83d"]', "4:20: .*destinations\\[0\\] contains a lone surrogate"],
  ["name: CPU", "name: ''", "2:11: .*name is an empty string"],
  ["name: CPU", "name: '  '", "2:11: .*name contains only white space"],
  [
    "policy: 1",
    "policy: 1\n    disabled: yes",
    '4:15: .*must be a boolean, not the string "yes".* Write true or false',
  ],
  ["[pager]", "pager", '4:19: .*must be a sequence, not the string "pager"\\. Write a sequence: \\[pager\\]'],
  ["[pager]", '"#db-alerts"', '4:19: .*not the string "#db-alerts"\\. Write a sequence: \\["#db-alerts"\\]'],
  [
    "[pager]",
    "\n      - pager\n      - #db-alerts",
    '6:9: .*destinations\\[1\\] is null, because # begins a comment\\. Put the value in quotes: "#db-alerts"',
  ],
  [
    "[pager]",
    "#db-alerts",
    '4:19: .*destinations is null, because # begins a comment\\. Write a sequence: \\["#db-alerts"\\]',
  ],
  ["[pager]", "# to do", "4:19: .*destinations is null\\. Set it to a sequence"],
  ["name: CPU", "name: #cpu", '2:11: .*name is null, because # .* Put the value in quotes: "#cpu"'],
  [
    "[pager]",
    "[pager, #db-alerts]",
    "4:19: Invalid YAML: the bracket that opens here is not closed, because # begins a comment\\.",
  ],
  ["[pager]", "[pager, '']", "4:27: .*field destinations\\[1\\]: destinations\\[1\\] is an empty string"],
  ["[pager]", "[pager, -7]", "4:27: .*must be a non-negative integer, not -7"],
  ["[pager]", "[{ id: 7 }]", "4:20: .*must be a name or an ID, not a mapping"],
  [
    "warn",
    "critical",
    '6:20: .*must be one of info, warn, crit, not the string "critical"\\. Did you mean "crit"',
  ],
  ["warn", "Warning", '6:20: .*Did you mean "warn"'],
  ["warn", "loud", '6:20: .*Available: "crit", "info", "warn"'],
])("%s written as %j is reported", (from, to, problem) => {
  expect(problemsOf(alert.replace(from, to))).toEqual([expect.stringMatching(`^a\\.yaml:${problem}`)]);
});

it.each([
  [
    "    threshold:",
    "    treshold:",
    '5:5: "CPU", field treshold: Unknown key treshold\\. Did you mean "threshold"',
  ],
  ["policy", "polcy", '3:5: "CPU", field polcy: .* Did you mean "policy"'],
  [
    "trigger",
    "triger",
    '8:7: "CPU", field threshold\\.triger: Unknown key threshold\\.triger\\. Did you mean "trigger"',
  ],
  ["alert_level", "severity", '6:7: .*Did you mean "alert_level"'],
  ["name: CPU", "name: CPU\n    id: 7", "3:5: .*The service assigns IDs"],
  ["name: CPU", "name: CPU\n    enabled: true", '3:5: .*Did you mean "disabled"'],
  ["name: CPU", "name: CPU\n    description: x", '3:5: .*Did you mean "annotations"'],
  ["name: CPU", "name: CPU\n    metric: m", "3:5: .*Unknown key metric\\. Move it into threshold"],
  [
    "    threshold:",
    "    threshold:\n      policy: 1",
    "6:7: .*Unknown key threshold\\.policy\\. Move it one level up",
  ],
  ["name: CPU", "name: CPU\n    color: red", '3:5: .*Unknown key color\\. Available: .*"name", "policy"'],
])("an unknown key (%s as %j) is reported once, with the intended key", (from, to, problem) => {
  expect(problemsOf(alert.replace(from, to))).toEqual([expect.stringMatching(`^a\\.yaml:${problem}`)]);
});

it("an unquoted string that starts with # has the remedy to quote it", () => {
  const text = alert.replace("policy: 1", "destinations: [#db-alerts]");
  expect(problemsOf(text)).toEqual([
    expect.stringMatching(/a space is missing before #\. Put a string that contains # in quotes/),
  ]);
});

it.each([
  [
    alert.replace("alerts:", "alert:"),
    '1:1: field alert: Unknown top-level key alert\\. Did you mean "alerts"',
  ],
  [
    `defaults: {}\n${alert}`,
    "1:1: .*Unknown top-level key defaults\\. Put shared values under a key that starts with x-",
  ],
  [`ignore: [disabeld]\n${alert}`, '1:10: field ignore\\[0\\]: .*Did you mean "disabled"'],
  [`x-shared: { any: thing }\n$schema: s.json\n${alert.replace("policy: 1", "polcy: 1")}`, "5:5: .*polcy"],
])("an unknown top-level key is reported, %#", (text, problem) => {
  expect(problemsOf(text)).toEqual([expect.stringMatching(`^a\\.yaml:${problem}`)]);
});

it("an alert under a misspelled top-level key is validated too", () => {
  expect(problemsOf(alert.replace("alerts", "alertz").replace("policy: 1", "policy: -1"))).toHaveLength(2);
});

it("a missing key is reported at the alert, with its description", () => {
  expect(problemsOf(alert.replace("    policy: 1\n", ""))).toEqual([
    expect.stringMatching(
      /^a\.yaml:2:5: "CPU", field policy: Missing required key policy\. Set it to a name or an ID\. Name or ID of an alert policy/,
    ),
  ]);
});

it("the number of problems with unknown keys is limited", () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `k${String(index)}: 1`).join(", ");
  const problems = problemsOf(`alerts:\n  - { name: A, policy: 1, event: { categories: [x] }, ${keys} }\n`);
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toContain("49980 more unknown keys in alert");
});

it.each([
  ["'os.cpu.user_us '", 'starts or ends with white space.*Did you mean "os\\.cpu\\.user_us"'],
  ["os cpu", "contains white space"],
  ["os..cpu", 'a segment between dots is empty.*Did you mean "os\\.cpu"'],
  ["host.queries.q.0x00C0FFEE00C0FFEE.tput", 'Did you mean "host\\.queries\\.q\\.00c0ffee00c0ffee\\.tput"'],
  ["host.queries.p.c0ffee00c0ffee.tput", 'Did you mean "host\\.queries\\.p\\.00c0ffee00c0ffee\\.tput"'],
  ["host.queries.q.12345678901234567890.tput", 'Did you mean "host\\.queries\\.q\\.ab54a98ceb1f0ad2\\.tput"'],
  ["host.queries.q.select.tput", "To find the ID, run dbmon list queries"],
  ["host.queries.q.00c0ffee00c0ffee", "has no path after the query ID"],
])("an implausible metric, %s, is a warning", (metric, problem) => {
  folder.write("a.yaml", alert.replace("os.cpu.user_us", metric));
  const { alerts, problems } = folder.load("a.yaml");
  expect(alerts).toHaveLength(1);
  expect(problems).toMatchObject([
    { severity: "warning", where: { line: 7, column: 15, field: ["threshold", "metric"] } },
  ]);
  expect(folder.problems("a.yaml")).toEqual([expect.stringMatching(problem)]);
});

it.each([
  "os.cpu.user_us",
  "host.totals.queries.tput",
  "host.queries.q.00c0ffee00c0ffee.errors.tput",
  "host.queries.q.00C0FFEE00C0FFEE.tput",
  "host.queries.z.7.tput",
  "mysql-status/Threads_running",
  "load",
])("a metric in an unknown but plausible format, %s, has no problems", (metric) => {
  expect(problemsOf(alert.replace("os.cpu.user_us", metric))).toEqual([]);
});

it.each([
  ["MySQL", "mysql"],
  ["postgres", "pgsql"],
  ["mongodb", "mongo"],
])("a synonym of a host type, %s, is a warning", (type, hostType) => {
  const problems = problemsOf(
    alert.replace("policy: 1", `policy: 1\n    host_types: [os, ${type}, mariadb]`),
  );
  expect(problems).toEqual([
    expect.stringMatching(`^a\\.yaml:4:22: .*field host_types\\[1\\]: .*Did you mean "${hostType}"`),
  ]);
});

it("validation of a file stops after a maximum number of problems", () => {
  const problems = problemsOf(`alerts:\n${"  - 1\n".repeat(5000)}`);
  expect(problems.length).toBeLessThan(1100);
  expect(problems.at(-1)).toMatch(/^a\.yaml:1\d\d\d:5: The rest of the file was not checked/);
});
