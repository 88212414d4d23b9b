/** Problems of alerts: the complete message and remedy, with the line and column of the field. */
import { definitionsFolder, readCases } from "./definitions-folder";

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
  return folder.problems("a.yaml").map((problem) => problem.replaceAll("a.yaml:", ""));
}

it("a valid alert has no problems", () => {
  expect(problemsOf(alert)).toEqual([]);
});

it.each(readCases<[from: string, to: string, problems: string[]]>("alert-problems"))(
  "row %# of alert-problems.json gives its problems: %j written as %j",
  (from, to, expected) => {
    expect(problemsOf(alert.replace(from, () => to))).toEqual(expected);
  },
);

it("an alert under a misspelled top-level key is validated too", () => {
  expect(problemsOf(alert.replace("alerts", "alertz").replace("policy: 1", "policy: -1"))).toHaveLength(2);
});

it("the number of problems with unknown keys is limited", () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `k${String(index)}: 1`).join(", ");
  const problems = problemsOf(`alerts:\n  - { name: A, policy: 1, event: { categories: [x] }, ${keys} }\n`);
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toContain("49980 more unknown keys in alert");
});

it.each([
  ["'os.cpu.user_us '", 'contains white space.*Did you mean "os\\.cpu\\.user_us"'],
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

it("validation of a file stops after a maximum number of problems", () => {
  const problems = problemsOf(`alerts:\n${"  - 1\n".repeat(5000)}`);
  expect(problems.length).toBeLessThan(1100);
  expect(problems.at(-1)).toMatch(/^1\d\d\d:5: The rest of the file was not checked/);
});
