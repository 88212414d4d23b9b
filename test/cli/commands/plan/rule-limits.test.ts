/** Expressions of rules, which a pull request can change, use limited time and memory, and apply to saved plans too. */
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";

const bench = commandBench();
const quoted = (items: readonly string[]) => items.map((item) => `"${item}"`).join(", ");

async function checkWith(expression: string, categories: readonly string[] = ["deploy"]) {
  bench.write(
    "alerts.yaml",
    alerts(
      `\n  - { name: A, policy: 1, destinations: [1], event: { categories: [${quoted(categories)}] } }\n`,
    ),
  );
  bench.write("dbmon.yaml", `rules:\n  - name: r\n    expression: ${JSON.stringify(expression)}\n`);
  const { code, stdout } = await bench.dbmon(["check", "alerts.yaml"]);
  expect(code).toBe(1);
  return stdout;
}

it.each([
  [`duration('${"1".repeat(4000)}s') > duration('1m')`, "a duration has more than 50 characters"],
  [`cel.bind(x, environment, x + x) == ''`, 'unknown variable "cel"'],
  [`'${"a,".repeat(1000)}'.split(',').size() > 0`, 'rules have no function "split"'],
  [`${Array(22).fill("alert.name").join(" + ")} == ''`, "it has more than 20 additions"],
])("%.40s is refused", async (expression, reason) => {
  expect(await checkWith(expression)).toContain(reason);
});

it("ends a rule that takes too long, and names it", async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `category ${index}`);
  const categories = "alert.event.categories";
  const stdout = await checkWith(`!${categories}.exists(a, ${categories}.exists(b, a + b == ''))`, many);
  expect(stdout).toContain('dbmon.yaml:3:17: The rule "r" takes too long: the rules of this run have 2 s.');
});

it("shows a part of a long expression", async () => {
  const stdout = await checkWith(`alert.name == '${"x".repeat(5000)}'`);
  expect(stdout).toContain("change the alert so that this is true: alert.name == ");
  expect(stdout.length).toBeLessThan(1000);
});

it("warns of a nearer file that replaces the rules of an outer one", async () => {
  bench.write("dbmon.yaml", 'rules:\n  - { name: r, expression: "true" }\n');
  bench.write("team/dbmon.yaml", "rules: []\n");
  bench.write("team/alerts.yaml", alerts("\n  - { name: A, policy: 1, event: { categories: [a] } }\n"));
  const { stdout } = await bench.dbmon(["check"], { cwd: "team" });
  expect(stdout).toContain('warning: dbmon.yaml: This file replaces the rules of "../dbmon.yaml".\n');
  expect((await bench.dbmon(["check", "--config", "dbmon.yaml"], { cwd: "team" })).stdout).not.toContain(
    "replaces",
  );
});

const backups =
  "\n  - { name: Backups, policy: 1, destinations: [On-call PagerDuty], event: { categories: [backup] } }\n";
const configure = (rule: string) => bench.write("dbmon.yaml", `rules:\n  - ${rule}\n`);

it("a saved plan is checked against the rules that exist when it is applied", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  bench.write("alerts.yaml", alerts(backups));
  configure(`{ name: old, expression: "alert.name != 'Backups'", severity: warning }`);
  expect((await bench.dbmon(["plan", "--out", "plan.json"], { environment })).code).toBe(0);
  configure(
    `{ name: r, expression: "!alert.destinations.exists(d, d.startsWith('On-call'))", message: Only thresholds page. }`,
  );
  const refused = await bench.dbmon(["apply", "--plan", "plan.json"], { environment });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('does not satisfy the rule "r"');
  expect(refused.stderr).not.toContain('the rule "old"');
  expect(writesTo(emulator)).toEqual([]);
  configure(`{ name: r, expression: "alert.name == 'Backups'" }`);
  expect((await bench.dbmon(["apply", "--plan", "plan.json"], { environment })).code).toBe(0);
});
