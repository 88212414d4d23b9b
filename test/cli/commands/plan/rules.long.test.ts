/** Rules of `dbmon.yaml`: conditions in CEL that alerts and their changes must satisfy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();

const backups = `
  - name: Backups
    policy: At most once an hour
    destinations: [On-call PagerDuty]
    event: { categories: [backup] }
`;
const cpu = `
  - name: CPU
    policy: At most once an hour
    annotations: https://runbooks.example.com/cpu
    destinations: [DBA team mail]
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: 80, duration: 5m, reset: 70 }
`;

function configure(...rules: string[]): void {
  bench.write("dbmon.yaml", `rules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`);
}

const runbook = `{ name: runbook, expression: alert.annotations.contains("https://runbooks.example.com/"), message: Link the runbook. }`;

/** Checks two alerts with one rule. @returns the problems of the rule */
async function findings(expression: string, options = ""): Promise<string[]> {
  configure(`{ name: r, expression: ${JSON.stringify(expression)}${options} }`);
  bench.write("alerts.yaml", alerts(backups, cpu));
  const { stdout } = await bench.dbmon(["check"]);
  return stdout.split("\n").filter((line) => /^(error|warning):/.test(line));
}

describe("dbmon check", () => {
  it("reports an alert that does not satisfy a rule, with the message as the remedy", async () => {
    configure(runbook);
    bench.write("alerts.yaml", alerts(backups, cpu));
    expect(await bench.dbmon(["check"])).toEqual({
      code: 1,
      stdout: `error: alerts.yaml:2:5: "Backups": The alert does not satisfy the rule "runbook" (dbmon.yaml:2).\n  Link the runbook.\n`,
      stderr: "2 alerts checked: 1 error, 0 warnings.\n",
    });
  });

  it("lists the alerts that an exception permits, with its reason", async () => {
    configure(runbook.replace(" }", `, except: [{ alerts: "Back*", reason: Moves in March. }] }`));
    bench.write("alerts.yaml", alerts(backups, cpu));
    const { code, stdout, stderr } = await bench.dbmon(["check", "--json"]);
    const document = JSON.parse(stdout) as object;
    expectToMatchSchema("check.schema.json", document);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(document).toMatchObject({
      problems: [],
      exceptions: [{ rule: "runbook", alert: "Backups", reason: "Moves in March." }],
    });
    expect((await bench.dbmon(["check"])).stderr).toBe(
      `"Backups" need not satisfy the rule "runbook": Moves in March.\n2 alerts checked: 0 errors, 0 warnings.\n`,
    );
  });

  it("applies a rule to the alerts and environments that it names", async () => {
    const environment = (name: string) =>
      `  ${name}: { base_url: "http://127.0.0.1:9", api_token: { env: DBMON_${name.toUpperCase()}_TOKEN } }\n`;
    bench.write("alerts.yaml", alerts(backups, cpu));
    bench.write(
      "dbmon.yaml",
      `environments:\n${environment("staging")}${environment("production")}rules:
  - { name: a, expression: "false", alerts: [CP?], environments: prod*, severity: warning }
  - { name: b, expression: "environment == 'staging'", alerts: CPU, except: [{ alerts: "*", environments: staging, reason: x }] }
`,
    );
    const { code, stdout } = await bench.dbmon(["check"]);
    expect(code).toBe(1);
    expect(stdout.match(/^\w+: .*/gm)).toEqual([
      `warning: alerts.yaml:7:5: "CPU": The alert does not satisfy the rule "a" (dbmon.yaml:5). Environment: production.`,
      `error: alerts.yaml:7:5: "CPU": The alert does not satisfy the rule "b" (dbmon.yaml:6). Environment: production.`,
    ]);
  });

  it.each([
    ["alert.destinations.all(d, !d.startsWith('On-call'))", ["Backups"]],
    ["has(alert.threshold) && alert.threshold.alert_level == 'crit'", ["Backups"]],
    ["!has(alert.threshold) || alert.threshold.trigger * 2 > 170 - 5", ["CPU"]],
    ["alert.policy == 'At most once an hour' && alert.disabled == false && size(alert.hosts) == 0", []],
    [
      "has(alert.event) ? alert.event.categories.exists_one(c, c == 'backup') : alert['name'].matches('^C[A-Z]+$')",
      [],
    ],
    ["alert.name in ['CPU', 'Disk']", ["Backups"]],
    ["environment == ''", []],
    ["type(alert.name) == string && type(alert.hosts) == list && type(alert.disabled) == bool", []],
    ["has(alert.threshold) && type(alert.threshold.trigger) in [double, int]", ["Backups"]],
    ["type({}) == map && type(null) == null_type && type(1u) == uint && type(type(1)) == type", []],
    ["type(b'') == bytes && type(duration('1h')) == google.protobuf.Duration", []],
    // A list does not contain itself, and the variable of a loop can have the name of another.
    ["alert.destinations.all(alert, alert != '')", []],
  ])("evaluates %s", async (expression, names) => {
    const found = await findings(expression);
    expect(found.map((line) => /: "(\w+)": The alert does not satisfy/.exec(line)?.[1])).toStrictEqual(names);
  });

  it("checks a pattern in linear time", async () => {
    const long = cpu.replace("https://runbooks.example.com/cpu", "a".repeat(5000));
    configure(`{ name: r, expression: "alert.annotations.matches('^(a+)+$b') || alert.name == 'CPU'" }`);
    bench.write("alerts.yaml", alerts(long));
    expect((await bench.dbmon(["check"])).code).toBe(0);
  });

  it.each([
    ["alert.anotations == ''", /is invalid: unknown field "alert\.anotations" \(character 1\)/],
    ["alert.threshold.triger > 1", /unknown field "alert\.threshold\.triger"/],
    ["alrt.name == ''", /unknown variable "alrt"/],
    ["type(alert.name) == text", /unknown variable "text"/],
    ["change.kind == ''", /unknown field "change\.kind"/],
    ["has(alert.thresh)", /unknown field "alert\.thresh"/],
    ["alert.name ==", /unexpected token: EOF \(character 14\)/],
    ["alert.name.foo()", /rules have no function "foo"/],
    ["1 + 1", /it results in a value of type int instead of true or false/],
    ["alert.name.matches('[A')", /missing closing \]/],
  ])("refuses the expression %s at its place", async (expression, reason) => {
    const found = await findings(expression);
    expect(found).toEqual([
      expect.stringMatching(/^error: dbmon\.yaml:2:28: The expression of the rule "r" /),
    ]);
    expect(found[0]).toMatch(reason);
  });

  it.each([
    ...["alert.name == 'a' and true", "alert.disabled OR true", "not alert.disabled", "alert.name = 'a'"].map(
      (text) => [
        text,
        'Write a condition in CEL, with ==, &&, || and !, such as: alert.annotations.contains("https://")',
      ],
    ),
    [
      "alert.destinations.includes('Mail')",
      'Write, for example, "DBA team mail" in alert.destinations, or alert.name.contains("text").',
    ],
    ["not (alert.disabled)", "Write, for example, !alert.disabled."],
    ["len(alert.name) > 1", "Write, for example, size(alert.destinations)."],
    [
      "alert.hosts.some(h, h == 'x')",
      'Write, for example, alert.hosts.exists(host, host.startsWith("db-")).',
    ],
    ...["alert.name.foo()", "alert.name.constructor()"].map((text) => [
      text,
      "Rules have ==, &&, || and !, in, and: all, exists, exists_one, filter, has, map, contains, endsWith, indexOf, lowerAscii, matches, size, startsWith, substring, trim, upperAscii, bool, double, duration, dyn, int, string, timestamp, type, uint.",
    ]),
    ["alert.name.startswith('a')", 'Did you mean "startsWith"?'],
    ...[
      "alert.policy == 1",
      "3 in alert.destinations",
      "alert.hosts != [4]",
      "has(alert.event) || 2 == alert.threshold.duration",
      "before == null || before.destinations.exists(d, d == 3)",
    ].map((text) => [
      text,
      "Policies, destinations, hosts and durations are names here: write one in quotes.",
    ]),
  ])("the remedy of the expression %s has what CEL has", async (expression, remedy) => {
    configure(`{ name: r, expression: ${JSON.stringify(expression)} }`);
    bench.write("alerts.yaml", alerts(backups, cpu));
    const { code, stdout } = await bench.dbmon(["check"]);
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^error: dbmon\.yaml:2:28: The expression of the rule "r" is invalid/),
      `  ${remedy}`,
      "",
    ]);
  });

  it("names the rule and the alert if an expression fails for an alert", async () => {
    expect(await findings("alert.threshold.trigger > 1")).toEqual([
      `error: alerts.yaml:2:5: "Backups": The rule "r" (dbmon.yaml:2) cannot be evaluated for this alert: no such key: threshold.`,
    ]);
    expect(await findings("alert.name", ", alerts: CPU, severity: warning")).toEqual([
      `warning: alerts.yaml:7:5: "CPU": The rule "r" (dbmon.yaml:2) cannot be evaluated for this alert: it results in a value of type string instead of true or false.`,
    ]);
  });

  it("does not check what only the service or a plan knows", async () => {
    expect(await findings("before == null")).toEqual([]);
    expect(await findings("change.action != 'create'")).toEqual([]);
    expect(await findings("!has(alert.threshold) || alert.threshold.duration == '5 minutes'")).toEqual([
      expect.stringMatching(
        /^warning: dbmon\.yaml:2:28: The rule "r" was not checked for "CPU": it reads references/,
      ),
    ]);
  });

  it("checks the names of IDs that a catalog has", async () => {
    configure(`{ name: r, expression: "alert.destinations == ['On-call PagerDuty']" }`);
    bench.write("alerts.yaml", alerts(backups.replace("On-call PagerDuty", "2"), cpu));
    bench.write(
      "catalog.yaml",
      "destinations: [{ name: On-call PagerDuty, id: 2 }, { name: DBA team mail }]\n",
    );
    expect((await bench.dbmon(["check"])).stdout).toMatch(/was not checked for "Backups".*\n.*--catalog/);
    const { stdout } = await bench.dbmon(["check", "--catalog", "catalog.yaml"]);
    expect(stdout.match(/^\w+: .*/gm)).toEqual([
      `error: alerts.yaml:7:5: "CPU": The alert does not satisfy the rule "r" (dbmon.yaml:2).`,
    ]);
  });

  it("reports mistakes in the rules themselves", async () => {
    configure(
      `{ name: a, expression: "true", severity: fatal }`,
      `{ name: a, expression: "true", except: [{ alerts: x }] }`,
    );
    bench.write("alerts.yaml", alerts(cpu));
    const { stderr } = await bench.dbmon(["check"]);
    expect(stderr).toContain("dbmon.yaml:2:46: rules[0].severity must be one of error, warning");
    expect(stderr).toContain("dbmon.yaml:3:45: Missing required key rules[1].except[0].reason.");
    configure(`{ name: a, expression: "true", environments: prod }`, `{ name: a, expression: "true" }`);
    expect((await bench.dbmon(["check"])).stderr).toMatch(
      /dbmon\.yaml:2:50: .*: No environment is named "prod"\.[^]*dbmon\.yaml:3:13: .*: The rule name "a" is not unique, first used at dbmon\.yaml:2:13\./,
    );
  });
});

it("dbmon test checks the rules of the alerts that it tests", async () => {
  configure(runbook);
  bench.write("alerts.yaml", alerts(backups));
  bench.write(
    "alerts.test.yaml",
    `hosts: [{ name: db1, type: os }]\ntests:\n  - name: nothing\n    events: []\n    expect: { Backups: [] }\n`,
  );
  const { code, stdout, stderr } = await bench.dbmon(["test"]);
  expect(code).toBe(1);
  expect(stdout).toContain('passed: "nothing"');
  expect(stderr).toContain(
    'error: alerts.yaml:2:5: "Backups": The alert does not satisfy the rule "runbook" (dbmon.yaml:2).',
  );
});

describe("with a service", () => {
  it("a plan checks names instead of IDs, and an apply writes nothing if a rule is not satisfied", async () => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    configure(
      `{ name: pages, expression: "!alert.destinations.exists(d, d.startsWith('On-call')) || has(alert.threshold)", message: Only thresholds page. }`,
      `{ name: durations, expression: "!has(alert.threshold) || alert.threshold.duration == '1 minute'" }`,
    );
    bench.write("alerts.yaml", alerts(backups.replace("[On-call PagerDuty]", "[2]"), cpu.replace("5m", "2")));
    const run = await bench.dbmon(["apply", "--yes"], { environment });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /"Backups": The alert does not satisfy the rule "pages" \(dbmon\.yaml:2\)\.\n {2}Only thresholds page\./,
    );
    expect(run.stderr).toMatch(/"CPU": The alert does not satisfy the rule "durations"/);
    expect(writesTo(emulator)).toEqual([]);
  });

  it("a muted alert is disabled in check, test and plan", async () => {
    const environment = environmentOf(await bench.emulator());
    configure(`{ name: enabled, expression: "!alert.disabled", message: Enable it. }`);
    const tests = "hosts: []\ntests: [{ name: nothing, expect: { Backups: [] } }]\n";
    bench.write("alerts.test.yaml", tests);
    for (const [mute, isRefused] of [
      ["2099-01-01T00:00:00Z", true],
      ["2020-01-01T00:00:00Z", false],
    ] as const) {
      bench.write("alerts.yaml", alerts(`${backups}    muted: { until: ${mute} }\n`));
      for (const command of ["check", "test", "plan"]) {
        const { stdout, stderr } = await bench.dbmon([command], { environment });
        expect([command, `${stdout}${stderr}`.includes('the rule "enabled"')]).toEqual([command, isRefused]);
      }
    }
  });

  it("rules forbid changes that silence an alert, and permit those that do not change its behavior", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const environment = environmentOf(emulator);
    bench.write("alerts.yaml", alerts(backups, cpu));
    expect((await bench.dbmon(["apply", "--yes"], { environment })).code).toBe(0);
    configure(
      `{ name: quieter, expression: "!change.silences", message: Ask for a second review. }`,
      `{ name: text, expression: "alert.name != 'CPU' || change.behavesTheSame", severity: warning }`,
    );
    const problemsOf = async (...strings: string[]) => {
      bench.write("alerts.yaml", alerts(...strings));
      const { code, stderr } = await bench.dbmon(["plan"], { environment });
      return { code, rules: stderr.match(/(error|warning): .*rule "\w+"/g) ?? [] };
    };
    const silent = cpu.replace("trigger: 80", "trigger: 90");
    expect(await problemsOf(backups, silent)).toEqual({
      code: 1,
      rules: [
        expect.stringMatching(/^error: .*"CPU".*"quieter"/),
        expect.stringMatching(/^warning: .*"CPU".*"text"/),
      ],
    });
    const louder = cpu.replace("trigger: 80", "trigger: 75");
    expect(await problemsOf(backups, louder)).toEqual({
      code: 0,
      rules: [expect.stringMatching(/^warning: .*"CPU".*"text"/)],
    });
    expect(await problemsOf(backups, cpu.replace("cpu\n", "moved\n"))).toEqual({ code: 0, rules: [] });
    expect(await problemsOf(`${backups}    disabled: true\n`, cpu)).toEqual({
      code: 1,
      rules: [expect.stringMatching(/^error: .*"Backups".*"quieter"/)],
    });
  });

  it("rules forbid changes that restart the duration of an alert that is about to fire", async () => {
    const environment = environmentOf(await bench.emulator({ propagationSeconds: 0 }));
    const [disabled, gone] = [`${cpu}    disabled: true\n`, cpu].map((text, index) =>
      text.replace("CPU", `CPU ${String(index)}`),
    );
    bench.write("alerts.yaml", alerts(backups, cpu, disabled ?? "", gone ?? ""));
    expect((await bench.dbmon(["apply", "--yes"], { environment })).code).toBe(0);
    configure(`{ name: calm, expression: "!change.restarts", message: Apply it after the incident. }`);
    const edited = (text = "") =>
      text.replace("annotations: ", "annotations: See ").replace("ups\n", "ups.\n");
    const refused = async (...strings: string[]) => {
      bench.write("alerts.yaml", alerts(...strings));
      const { stderr } = await bench.dbmon(["plan", "--prune", "CPU 1"], { environment });
      return stderr.match(/error: .*rule "calm"/g) ?? [];
    };
    // A new, a deleted, an unchanged and a disabled alert, and an event alert.
    const created = cpu.replace("CPU", "New");
    expect(await refused(edited(backups), cpu, edited(disabled), created)).toEqual([]);
    expect(await refused(backups, edited(cpu), disabled ?? "")).toEqual([
      expect.stringContaining('"CPU": The change of this alert does not satisfy'),
    ]);
    const renamed = cpu.replace("CPU\n", "Renamed\n    renamed_from: CPU\n");
    expect(await refused(backups, renamed, disabled ?? "")).toEqual([
      expect.stringContaining('"Renamed": The change of this alert does not satisfy'),
    ]);
  });

  it("rules compare with the live alert and forbid actions, and plans list their exceptions", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const environment = environmentOf(emulator);
    bench.write("dbmon.yaml", "rules: []\n");
    bench.write("alerts.yaml", alerts(backups, cpu));
    expect((await bench.dbmon(["apply", "--yes", "--existing", "adopt"], { environment })).code).toBe(0);
    configure(
      `{ name: jump, expression: "before == null || !has(alert.threshold) || alert.threshold.trigger <= before.threshold.trigger * 2" }`,
      `{ name: keep, expression: "change.action != 'delete' || !has(alert.event)", except: [{ alerts: Backups, reason: Replaced. }] }`,
      `{ name: content, expression: alert.annotations != "" }`,
    );
    bench.write("alerts.yaml", alerts(cpu.replace("trigger: 80", "trigger: 200")));
    const refused = await bench.dbmon(["plan", "--prune", "Backups", "--max-deletes", "5"], { environment });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /alerts\.yaml:2:5: "CPU": The change of this alert does not satisfy the rule "jump" \(dbmon\.yaml:2\)\./,
    );
    bench.write("alerts.yaml", alerts(cpu.replace("trigger: 80", "trigger: 160")));
    const args = ["plan", "--prune", "Backups", "--max-deletes", "5", "--json", "--report", "html=plan.html"];
    const { code, stdout } = await bench.dbmon(args, { environment });
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as object;
    expectToMatchSchema("plan.schema.json", document);
    expect(document).toMatchObject({
      exceptions: [{ rule: "keep", alert: "Backups", reason: "Replaced." }],
    });
    expect(readFileSync(join(bench.folder(), "plan.html"), "utf8")).toContain("need not satisfy the rule");
  });
});
