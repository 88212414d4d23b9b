/** Expressions of rules, which a pull request can change, use limited time and memory, can be interrupted, and apply to saved plans too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { preload } from "../../../support/programs";

const bench = commandBench();
const quoted = (items: readonly string[]) => items.map((item) => `"${item}"`).join(", ");

const backups =
  "\n  - { name: Backups, policy: 1, destinations: [On-call PagerDuty], event: { categories: [backup] } }\n";
const configure = (rule: string) => bench.write("dbmon.yaml", `rules:\n  - ${rule}\n`);

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
  [`cel.bind(x, environment, x + x) == ''`, 'rules have no function "bind"'],
  [`'${"a,".repeat(1000)}'.split(',').size() > 0`, 'rules have no function "split"'],
  [`alert.name.matches('${"(x|y)".repeat(201)}')`, "a pattern is too long, or repeats too much"],
  ["alert.name.matches('x{1000}x{1000}x{1000}')", "a pattern is too long, or repeats too much"],
])("%.40s is refused", async (expression, reason) => {
  expect(await checkWith(expression)).toContain(reason);
});

const many = Array.from({ length: 1500 }, (_, index) => `category ${index}`);
const categories = "alert.event.categories";

it.each([
  `${categories}.map(a, ${categories} + ${categories}).size() > 0`,
  `${categories}.map(a, ${categories}.map(b, a + b)).size() > 0 || true`,
])("%s makes too many values", async (expression) => {
  expect(await checkWith(expression, many)).toContain(
    '"r" (dbmon.yaml:2) cannot be evaluated for this alert: it makes more than 5,000,000 values and characters.',
  );
});

/** Two lists of lists, whose comparison takes for ever. */
const endless = `[1].map(z, [1, 1]${"abcdefgh"
  .split("")
  .map((name) => `.map(${name}, [${Array(40).fill(name).join(", ")}])`)
  .join("")}).all(l, l[0] == l[1])`;

it("ends a rule that takes too long, and names it", async () => {
  expect(await checkWith(endless)).toContain(
    'dbmon.yaml:3:17: The rule "r" takes too long: the rules of this run have 2 s.',
  );
});

/** Sends a signal to the command when it evaluates a rule. */
function interruptEvaluation(): Record<string, string> {
  const hook = `const { Script } = require("node:vm");
    const run = Script.prototype.runInContext;
    let calls = 0;
    Script.prototype.runInContext = function (...args) {
      // The first call compiles the rule.
      if (++calls === 2) process.kill(process.pid, "SIGTERM");
      return run.apply(this, args);
    };`;
  return preload(join(bench.folder(), bench.write("hook.cjs", hook)));
}

it.each(["check", "plan", "apply", "test"])("SIGTERM ends %s while it evaluates a rule", async (command) => {
  const emulator = await bench.emulator();
  bench.write("alerts.yaml", alerts(backups));
  bench.write("rules.test.yaml", "rules:\n  - { name: t, alert: { name: A }, refused_by: [] }\n");
  configure(`{ name: r, expression: ${JSON.stringify(endless)} }`);
  const environment = { ...environmentOf(emulator), ...interruptEvaluation() };
  const { code, stdout } = await bench.dbmon([command], { environment });
  expect({ code, stdout }).toEqual({ code: null, stdout: "" });
});

it("shows a part of a long expression", async () => {
  const stdout = await checkWith(`alert.name == '${"x".repeat(5000)}'`);
  expect(stdout).toContain("change the alert so that this is true: alert.name == ");
  expect(stdout.length).toBeLessThan(1000);
});

it("reports a nearer file that replaces the rules of an outer one", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const warning = 'This file replaces the rules of "../dbmon.yaml".';
  configure('{ name: r, expression: "true" }');
  bench.write("team/dbmon.yaml", "rules: []\n");
  bench.write("team/alerts.yaml", alerts(backups));
  const run = (...args: readonly string[]) => bench.dbmon(args, { environment, cwd: "team" });
  expect((await run("check")).stdout).toContain(`warning: dbmon.yaml: ${warning}\n`);
  expect((await run("check", "--config", "dbmon.yaml")).stdout).not.toContain("replaces");
  const formats = ["json", "markdown", "html", "junit"];
  const reports = formats.flatMap((format) => ["--report", `${format}=report.${format}`]);
  const { stderr } = await run("plan", "--out", "plan.json", ...reports);
  expect(stderr.split(warning)).toHaveLength(2);
  const plain = (text: string) => text.replace(/&quot;|\\?"/g, '"').replaceAll("\\", "");
  for (const format of formats)
    expect(plain(readFileSync(join(bench.folder(), `team/report.${format}`), "utf8"))).toContain(warning);
  expect((await run("plan", "--format", "github")).stdout).toContain(warning);
  expect((await run("apply", "--yes", "--plan", "plan.json")).stderr.split(warning)).toHaveLength(2);
});

it("a saved plan is checked against the rules that exist when it is applied", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  bench.write("alerts.yaml", alerts(backups));
  configure(`{ name: old, expression: "alert.name != 'Backups'", severity: warning }`);
  expect((await bench.dbmon(["plan", "--out", "plan.json"], { environment })).code).toBe(0);
  configure(
    `{ name: r, expression: "!alert.destinations.exists(d, d.startsWith('On-call'))", message: Only thresholds page. }`,
  );
  const refused = await bench.dbmon(["apply", "--yes", "--plan", "plan.json"], { environment });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('does not satisfy the rule "r"');
  expect(refused.stderr).not.toContain('the rule "old"');
  expect(writesTo(emulator)).toEqual([]);
  configure(`{ name: r, expression: "alert.name == 'Backups'" }`);
  expect((await bench.dbmon(["apply", "--yes", "--plan", "plan.json"], { environment })).code).toBe(0);
});
