/** `dbmon check`: validates definitions, offline and online, and writes nothing. */
import {
  alerts,
  commandBench,
  cpuHigh,
  deployed as active,
  environmentOf,
  writesTo,
} from "../../../support/command";

const bench = commandBench();
/** An active alert without destinations is a warning. */
const deployed = `${active}    disabled: true\n`;
const resetAbove = cpuHigh.replace("reset: 0.8", "reset: 0.95");

interface Checked {
  readonly version: number;
  readonly problems: readonly { severity: string; what: string; where?: Record<string, unknown> }[];
}

it("valid definitions pass without a service", async () => {
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const run = await bench.dbmon(["check", file]);
  expect(run).toEqual({ code: 0, stdout: "", stderr: "2 alerts checked: 0 errors, 0 warnings.\n" });
});

it("a reset above its trigger is a warning with its location, and no failure", async () => {
  const file = bench.write("alerts.yaml", alerts(resetAbove));
  const run = await bench.dbmon(["check", file]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /^warning: alerts\.yaml:6:\d+: "CPU high", field threshold\.reset: The reset value \(0\.95\) is above the trigger value \(0\.9\)/,
  );
  expect(run.stderr).toBe("1 alert checked: 0 errors, 1 warning.\n");
});

it("all problems of all sources are reported together, each with file, line and column", async () => {
  bench.write("d/a.yaml", alerts(resetAbove, deployed));
  bench.write("d/b.yaml", alerts(deployed));
  bench.write("d/c.yaml", "alerts:\n  - name: Odd\n    policy: -1\n    event: { categories: [x] }\n");
  const run = await bench.dbmon(["check", "d", "gone.yaml"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^error: gone\.yaml: No such file or folder\./m);
  expect(run.stdout).toMatch(/^warning: d\/a\.yaml:6:\d+: "CPU high"/m);
  expect(run.stdout).toMatch(
    /^error: d\/b\.yaml:2:11: "Deployed", field name: .* first defined at d\/a\.yaml:8:11/m,
  );
  expect(run.stdout).toMatch(/^error: d\/c\.yaml:3:13: "Odd": policy must be /m);
  expect(run.stderr).toBe("4 alerts checked: 3 errors, 1 warning.\n");
});

it("a cycle of renames is one error with the place of each definition, without a service", async () => {
  const renamed = (name: string, from: string) =>
    `${deployed.replace("Deployed", name)}    renamed_from: ${from}\n`;
  bench.write("d/a.yaml", alerts(renamed("A", "C"), renamed("B", "A"), renamed("D", "X")));
  bench.write("d/b.yaml", alerts(renamed("C", "B")));
  const run = await bench.dbmon(["check", "d"]);
  expect(run).toMatchObject({ code: 1, stderr: "4 alerts checked: 1 error, 0 warnings.\n" });
  expect(run.stdout).toBe(
    `error: d/a.yaml:8:19: "A", field renamed_from: The renames form a cycle: "A" to "B" (d/a.yaml:10:5), "B" to "C" (d/b.yaml:2:5), "C" to "A" (d/a.yaml:2:5).
  If the alerts have their new names already, remove renamed_from. Otherwise, give one of them a temporary name and apply. Then rename it from the temporary name to its final name and apply again.
`,
  );
});

it("problems are sorted by file and line, whichever check found them", async () => {
  const unnotified = "\n  - { name: Unnotified, policy: 1, event: { categories: [x] } }\n";
  const misspelled =
    "\n  - { name: X, policy: 1, destinations: [1], host_types: [mysq], event: { categories: [x] } }\n";
  const files = [
    bench.write("b.yaml", alerts(misspelled)),
    bench.write("a.yaml", alerts(unnotified, resetAbove, misspelled.replace("X", "Y"))),
  ];
  const { problems } = JSON.parse((await bench.dbmon(["check", ...files, "--json"])).stdout) as Checked;
  expect(problems.map(({ where }) => `${String(where?.["file"])}:${String(where?.["line"])}`)).toEqual([
    "a.yaml:2",
    "a.yaml:8",
    "a.yaml:10",
    "b.yaml:2",
  ]);
});

it("an active alert without destinations is a warning, unless its live destinations are kept", async () => {
  const kept = active.replace("Deployed", "Kept\n    ignore: [destinations]");
  const run = await bench.dbmon([
    "check",
    bench.write("alerts.yaml", alerts(active, kept, deployed.replace("Deployed", "Off"))),
  ]);
  expect(run).toEqual({
    code: 0,
    stdout:
      'warning: alerts.yaml:2:5: "Deployed": The alert has no destinations, so it notifies nobody.\n' +
      "  Add a destination, as listed by dbmon list destinations.\n",
    stderr: "3 alerts checked: 0 errors, 1 warning.\n",
  });
});

it("--json prints the problems and nothing else", async () => {
  const file = bench.write("alerts.yaml", alerts(resetAbove));
  const run = await bench.dbmon(["check", file, "--json"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(run.stdout) as Checked).toMatchObject({
    dbmon: 1,
    problems: [
      {
        severity: "warning",
        what: "The reset value (0.95) is above the trigger value (0.9): the alert resolves while the metric still exceeds the trigger.",
        where: { file, line: 6, subject: "CPU high", field: ["threshold", "reset"] },
      },
    ],
  });
  bench.write(file, "alerts: 3\n");
  const wrong = await bench.dbmon(["check", file, "--json"]);
  expect(wrong.code).toBe(1);
  expect((JSON.parse(wrong.stdout) as Checked).problems).toMatchObject([{ severity: "error" }]);
});

it("--online also resolves ids and names, suggests similar names, and writes nothing", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const good = bench.write("good.yaml", alerts(cpuHigh, deployed));
  expect((await bench.dbmon(["check", good, "--online"], { environment })).code).toBe(0);
  const file = bench.write(
    "alerts.yaml",
    alerts(
      resetAbove.replace("On-call PagerDuty", "On-call Pagerdutty").replace("duration: 2", "duration: 99"),
      deployed.replace("db-1.shop.example", "db-1.shop.exampel"),
    ),
  );
  expect((await bench.dbmon(["check", file])).code).toBe(0);
  const run = await bench.dbmon(["check", file, "--online"], { environment });
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^warning: .*is above the trigger/m);
  expect(run.stdout).toMatch(
    /^error: alerts\.yaml:4:20: "CPU high", field destinations\[0\]: .*\n.*"On-call PagerDuty"/m,
  );
  expect(run.stdout).toMatch(
    /^error: alerts\.yaml:6:85: .* field threshold\.duration: There is no alert duration with the id 99/m,
  );
  expect(run.stdout).toMatch(
    /^error: alerts\.yaml:10:13: "Deployed", field hosts\[0\]: .*\n {2}Did you mean "db-1\.shop\.example"/m,
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("a missing connection is a problem beside the offline problems", async () => {
  const file = bench.write("alerts.yaml", alerts(resetAbove));
  const run = await bench.dbmon(["check", file, "--online", "--json"]);
  expect(run).toMatchObject({ code: 1, stderr: "" });
  const { problems } = JSON.parse(run.stdout) as Checked;
  expect(problems.map(({ severity }) => severity)).toEqual(["warning", "error", "error"]);
  expect(run.stdout).toContain("DBMON_BASE_URL");
});

it.each([
  ["stack/cdk.tf.json", "{}", 0, "warning: stack/cdk.tf.json: The stack defines no alerts."],
  ["stack/alerts.yaml", "alerts: []\n", 0, "warning: stack/alerts.yaml:1:9: The sequence alerts is empty."],
  ["stack/README.md", "", 1, "error: stack: The folder contains no definitions."],
])("reports with a remedy that %s contains no definition", async (file, content, code, message) => {
  bench.write(file, content);
  const run = await bench.dbmon(["check", "stack"]);
  expect(run.code).toBe(code);
  expect(run.stdout).toContain(message);
  expect(run.stdout.trimEnd().split("\n")).toHaveLength(2);
  expect(run.stderr).toMatch(/^0 alerts checked: /);
});
