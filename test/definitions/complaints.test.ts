/** What is wrong with an alert is told in words for its author, at the line and column of the field, with what to do. */
import { definitionsFolder } from "./reading";

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

function complaintsAbout(text: string): string[] {
  folder.write("a.yaml", text);
  return folder.complaints("a.yaml");
}

it("an alert without a fault has no complaint", () => {
  expect(complaintsAbout(alert)).toEqual([]);
});

it.each([
  [
    "policy: 1",
    'policy: "1"',
    '3:13: "CPU", field policy: policy is the text "1", .* Remove the quotes: 1\\.',
  ],
  ["policy: 1", "policy: hourly", "3:13: .*has to be an id.*`dbmon policies` lists them"],
  ["policy: 1", "policy:", "3:12: .*policy has no value\\. Give it an id"],
  ["duration: 1", "duration: 5m", '9:17: .*duration is the text "5m".*`dbmon durations`'],
  ["duration: 1", "duration: 1.5", "9:17: .*duration is 1\\.5, and has to be an id, a whole number"],
  ["trigger: 2", "trigger: 90%", "8:16: .*has to be a number\\. Write the number alone"],
  ["trigger: 2", "trigger: .inf", "8:16: .*trigger is not a finite number"],
  ["name: CPU", "name: 5", '2:11: .*name is 5, and has to be a text\\. Put it in quotes: "5"'],
  ["name: CPU", "name: ''", "2:11: .*name is empty"],
  ["name: CPU", "name: '  '", "2:11: .*nothing but white space"],
  ["policy: 1", "policy: 1\n    disabled: yes", '4:15: .*the text "yes".* Write true or false'],
  ["[pager]", "pager", "4:19: .*has to be a list\\. Write a list: \\[pager\\]"],
  ["[pager]", "[pager, '']", "4:27: .*field destinations\\[1\\]: destinations\\[1\\] is empty"],
  ["[pager]", "[pager, -7]", "4:27: .*is -7, and has to be a whole number that is not negative"],
  ["[pager]", "[{ id: 7 }]", "4:20: .*is a map, and has to be a name or an id"],
  ["warn", "critical", '6:20: .*has to be info, warn or crit\\. Did you mean "crit"'],
  ["warn", "Warning", '6:20: .*Did you mean "warn"'],
  ["warn", "loud", "6:20: .*There are: info, warn, crit"],
])("%s written as %j", (from, to, complaint) => {
  expect(complaintsAbout(alert.replace(from, to))).toEqual([expect.stringMatching(`^a\\.yaml:${complaint}`)]);
});

it.each([
  [
    "    threshold:",
    "    treshold:",
    '5:5: "CPU", field treshold: An alert has no "treshold"\\. Did you mean "threshold"',
  ],
  ["policy", "polcy", '3:5: "CPU", field polcy: .* Did you mean "policy"'],
  [
    "trigger",
    "triger",
    '8:7: "CPU", field threshold\\.triger: threshold has no "triger"\\. Did you mean "trigger"',
  ],
  ["alert_level", "severity", '6:7: .*Did you mean "alert_level"'],
  ["name: CPU", "name: CPU\n    id: 7", "3:5: .*the service gives ids"],
  ["name: CPU", "name: CPU\n    enabled: true", '3:5: .*Did you mean "disabled"'],
  ["name: CPU", "name: CPU\n    description: x", '3:5: .*Did you mean "annotations"'],
  ["name: CPU", "name: CPU\n    metric: m", '3:5: .*no "metric"\\. It belongs into threshold'],
  ["    threshold:", "    threshold:\n      policy: 1", '6:7: .*no "policy"\\. It belongs beside it'],
  ["name: CPU", "name: CPU\n    color: red", '3:5: .*no "color"\\. There are: name, policy'],
])("an unknown key (%s as %j) is told once, with what was meant", (from, to, complaint) => {
  expect(complaintsAbout(alert.replace(from, to))).toEqual([expect.stringMatching(`^a\\.yaml:${complaint}`)]);
});

it.each([
  [alert.replace("alerts:", "alert:"), '1:1: field alert: .*unknown key, "alert"\\. Did you mean "alerts"'],
  [
    `defaults: {}\n${alert}`,
    '1:1: .*unknown key, "defaults"\\. What alerts share goes under a key that begins with x-',
  ],
  [`ignore: [disabeld]\n${alert}`, '1:10: field ignore\\[0\\]: .*Did you mean "disabled"'],
  [`x-shared: { any: thing }\n$schema: s.json\n${alert.replace("policy: 1", "polcy: 1")}`, "5:5: .*polcy"],
])("at the top of a file, %#", (text, complaint) => {
  expect(complaintsAbout(text)).toEqual([expect.stringMatching(`^a\\.yaml:${complaint}`)]);
});

it("an alert under a misspelled alerts is checked as well", () => {
  expect(complaintsAbout(alert.replace("alerts", "alertz").replace("policy: 1", "policy: x"))).toHaveLength(
    2,
  );
});

it("a missing field is told with its meaning, at the alert", () => {
  expect(complaintsAbout(alert.replace("    policy: 1\n", ""))).toEqual([
    expect.stringMatching(
      /^a\.yaml:2:5: "CPU", field policy: policy is missing\. Add it: an id, .*policy, which/,
    ),
  ]);
});

it("a field that is misspelled many times over does not fill the terminal", () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `k${String(index)}: 1`).join(", ");
  const told = complaintsAbout(`alerts:\n  - { name: A, policy: 1, event: { categories: [x] }, ${keys} }\n`);
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toContain("49980 more keys that are unknown");
});

it.each([
  ["'os.cpu.user_us '", 'white space at its ends.*Did you mean "os\\.cpu\\.user_us"'],
  ["os cpu", "white space in it"],
  ["os..cpu", 'a part between its dots is empty.*Did you mean "os\\.cpu"'],
  ["host.queries.q.0x00C0FFEE00C0FFEE.tput", 'Did you mean "host\\.queries\\.q\\.00c0ffee00c0ffee\\.tput"'],
  ["host.queries.p.c0ffee00c0ffee.tput", 'Did you mean "host\\.queries\\.p\\.00c0ffee00c0ffee\\.tput"'],
  ["host.queries.q.12345678901234567890.tput", 'Did you mean "host\\.queries\\.q\\.ab54a98ceb1f0ad2\\.tput"'],
  ["host.queries.q.select.tput", "`dbmon queries` show the id"],
  ["host.queries.q.00c0ffee00c0ffee", "does not say what is measured"],
])("a metric that looks wrong, %s, is a warning", (metric, complaint) => {
  folder.write("a.yaml", alert.replace("os.cpu.user_us", metric));
  const { alerts, problems } = folder.read("a.yaml");
  expect(alerts).toHaveLength(1);
  expect(problems).toMatchObject([
    { severity: "warning", where: { line: 7, column: 15, field: ["threshold", "metric"] } },
  ]);
  expect(folder.complaints("a.yaml")).toEqual([expect.stringMatching(complaint)]);
});

it.each([
  "os.cpu.user_us",
  "host.totals.queries.tput",
  "host.queries.q.00c0ffee00c0ffee.errors.tput",
  "host.queries.q.00C0FFEE00C0FFEE.tput",
  "host.queries.z.7.tput",
  "mysql-status/Threads_running",
  "load",
])("a metric of an unknown but plausible form, %s, is taken as it is", (metric) => {
  expect(complaintsAbout(alert.replace("os.cpu.user_us", metric))).toEqual([]);
});

it.each([
  ["MySQL", "mysql"],
  ["postgres", "pgsql"],
  ["mongodb", "mongo"],
])("a host type that has another name in the service, %s, is a warning", (type, meant) => {
  const told = complaintsAbout(
    alert.replace("policy: 1", `policy: 1\n    host_types: [os, ${type}, mariadb]`),
  );
  expect(told).toEqual([
    expect.stringMatching(`^a\\.yaml:4:22: .*field host_types\\[1\\]: .*Did you mean "${meant}"`),
  ]);
});

it("a file in which too much is wrong is not told of to its end", () => {
  const told = complaintsAbout(`alerts:\n${"  - 1\n".repeat(5000)}`);
  expect(told.length).toBeLessThan(1100);
  expect(told.at(-1)).toMatch(/^a\.yaml:1\d\d\d:5: More of the file was not looked at/);
});
