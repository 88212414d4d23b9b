/** Tests of the rules of dbmon.yaml: the list `rules` of a test file. */
import { commandBench } from "../../../support/command";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();

const config = `rules:
  - { name: runbook, expression: 'alert.annotations.contains("https://")', except: [{ alerts: "Legacy *", reason: x }] }
  - { name: steps, expression: "before == null || !has(alert.threshold) || alert.threshold.trigger <= before.threshold.trigger * 2" }
  - { name: keep, expression: "change.action != 'delete' || !has(alert.threshold) || alert.threshold.alert_level != 'crit'" }
  - { name: kinds, expression: "has(alert.event) || alert.policy == 'Étage' && alert.threshold.trigger > 1", severity: warning }
`;

/** Runs one test of rules. @param content its keys besides the name */
async function run(content: string) {
  bench.write("dbmon.yaml", config);
  bench.write("rules.test.yaml", `rules:\n  - { name: t, ${content} }\n`);
  const { code, stdout, stderr } = await bench.dbmon(["test", "--json"]);
  const document = JSON.parse(stdout) as {
    readonly tests: readonly { status: string; failures: readonly { what: string }[] }[];
    readonly problems: readonly { what: string; remedy: string; where: object }[];
  };
  expectToMatchSchema("test-results.schema.json", document);
  return { code, stderr, document, what: document.tests[0]?.failures[0]?.what };
}

it.each([
  ["the exception needs the name", "alert: { name: A, annotations: '' }, refused_by: [runbook]"],
  ["an exception", "alert: { name: Legacy 1, annotations: '' }, refused_by: []"],
  [
    "a change",
    "alert: { threshold: { trigger: 21 } }, before: { threshold: { trigger: 10 } }, refused_by: [steps]",
  ],
  [
    "a small change",
    "alert: { threshold: { trigger: 20 } }, before: { threshold: { trigger: 10 } }, refused_by: []",
  ],
  ["a new alert", "alert: { threshold: { trigger: 21 } }, before: null, refused_by: []"],
  [
    "a deletion, to which only rules that read a plan apply",
    "alert: { name: A, annotations: '', threshold: { alert_level: crit } }, change: { action: delete }, refused_by: [keep]",
  ],
  ["an event alert has no threshold", "alert: { event: {} }, change: { action: delete }, refused_by: []"],
  ["strings in NFC", "alert: { policy: E\u0301tage, threshold: { trigger: 2 } }, refused_by: []"],
  ["IDs are no names", "alert: { policy: 1, threshold: { trigger: 2 } }, refused_by: [kinds]"],
])("passes: %s", async (_, content) => {
  expect(await run(content)).toMatchObject({ code: 0, what: undefined, document: { problems: [] } });
});

it.each([
  [
    "alert: { name: A, annotations: 'https://' }, refused_by: [runbook]",
    'Expected: refused by "runbook". Actual: refused by no rule.',
  ],
  [
    "alert: { name: A, annotations: '', policy: P, threshold: { trigger: 1 } }, refused_by: [kinds]",
    'Expected: refused by "kinds". Actual: refused by "runbook", "kinds".',
  ],
  [
    "alert: { name: A, annotations: 'https://' }, refused_by: [kind]",
    'Expected: refused by no rule. Actual: refused by no rule. There is no rule named "kind". Did you mean "kinds"?',
  ],
  [
    "alert: { event: {}, policy: P }, refused_by: [keep]",
    'Expected: refused by "keep". Actual: refused by no rule. The rule "keep" was not tried, because it reads change.action, which is not given.',
  ],
  [
    "alert: { annotations: '' }, change: { silences: true }, refused_by: []",
    'Expected: refused by no rule. Actual: refused by no rule. The rule "runbook" was not tried, because it reads alert.name, which is not given. ' +
      'The rule "steps" was not tried, because it reads before, which is not given. ' +
      'The rule "keep" was not tried, because it reads change.action, which is not given. ' +
      'The rule "kinds" was not tried, because it reads alert.policy, which is not given.',
  ],
])("fails: %s", async (content, what) => {
  expect(await run(content)).toMatchObject({ code: 1, what });
});

it("prints failed tests, and reports unknown rules and keys at their places", async () => {
  bench.write("dbmon.yaml", config);
  bench.write(
    "rules.test.yaml",
    "rules:\n  - { name: t, alert: { event: {} }, change: { action: delete }, refused_by: [keep] }\n",
  );
  expect(await bench.dbmon(["test"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^failed: "t" [^]*refused by "keep" +refused by no rule/) as string,
  });
  for (const [content, problem] of [
    [
      "alert: { anotations: x }, refused_by: []",
      "rules.test.yaml:2:25: Unknown key rules[0].alert.anotations.\n  Did you mean",
    ],
    [
      "alert: {}, change: { action: remove }, refused_by: []",
      "rules.test.yaml:2:45: rules[0].change.action must be one of",
    ],
    ["alert: {}", "rules.test.yaml:2:5: Missing required key rules[0].refused_by."],
  ] as const) {
    bench.write("rules.test.yaml", `rules:\n  - { name: t, ${content} }\n`);
    const { code, stderr } = await bench.dbmon(["test"]);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  }
});

it("expects of each environment the rules that it has", async () => {
  const environment = (name: string) =>
    `  ${name}: { base_url: "http://127.0.0.1:9", api_token: { env: DBMON_${name.toUpperCase()}_TOKEN } }\n`;
  const rule = (name: string, expression: string) =>
    `  - { name: ${name}, environments: ${name}, expression: "${expression}" }\n`;
  bench.write(
    "dbmon.yaml",
    `environments:\n${environment("a")}${environment("b")}rules:\n${rule("a", "alert.disabled")}${rule("b", "environment != alert.name || alert.disabled")}`,
  );
  bench.write(
    "rules.test.yaml",
    'rules:\n  - { name: t, alert: { name: "${environment}", disabled: false }, refused_by: [a, b] }\n',
  );
  expect(await bench.dbmon(["test"])).toMatchObject({ code: 0 });
});
