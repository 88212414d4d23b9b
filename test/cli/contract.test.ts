/** Each command prints one document with the common members, for each exit code, which matches its schema. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildDocumentedProgram } from "../../scripts/documented-program";
import { alerts, commandBench, cpuHigh, deployed, token } from "../support/command";
import { envelopeKeys, expectToMatchSchema } from "./documents";

const bench = commandBench();

interface Document {
  readonly $schema: string;
  readonly command: string;
  readonly status: string;
  readonly problems: readonly { readonly code: string }[];
}

/** The arguments, the exit code, the status, and the codes of the problems. */
type Row = [args: string, code: number, status: string, problems?: readonly string[]];

const rows: Row[] = [
  ["accept alerts.yaml --no-wait", 2, "changes"],
  ["accept bad.yaml", 1, "failed", ["definition-invalid"]],
  ["apply alerts.yaml --yes", 0, "done"],
  ["apply alerts.yaml --dry-run", 0, "done"],
  ["apply bad.yaml --yes", 1, "failed", ["definition-invalid"]],
  ["apply -e * alerts.yaml --config several/dbmon.yaml --yes", 0, "done"],
  ["apply alerts.yaml", 3, "confirmation-required"],
  ["apply -e * alerts.yaml --config several/dbmon.yaml", 3, "confirmation-required"],
  ["apply --plan plan.json", 3, "confirmation-required"],
  [`apply --plan plan.json --digest ${"0".repeat(64)}`, 3, "refused", ["confirmation-invalid"]],
  ["apply --plan none.json", 1, "failed", ["plan-invalid"]],
  ["apply --plna none.json", 1, "failed", ["usage"]],
  ["audit", 0, "done"],
  ["audit --only nothing", 1, "failed", ["pattern-unmatched"]],
  ["audit --fail-on warning", 2, "changes"],
  ["backtest alerts.yaml", 0, "done"],
  ["backtest none.yaml", 1, "failed", ["file-unreadable"]],
  ["check alerts.yaml", 0, "done"],
  ["check bad.yaml", 1, "failed", ["definition-invalid"]],
  ["compare staging production --config several/dbmon.yaml", 0, "done"],
  ["compare staging staging --config several/dbmon.yaml", 1, "failed", ["usage"]],
  ["destroy alerts.yaml --yes", 0, "done"],
  ["destroy", 1, "failed", ["usage"]],
  ["doctor", 0, "done"],
  ["doctor -e x", 1, "failed", ["config-invalid"]],
  ["drift alerts.yaml --no-wait", 0, "changes"],
  ["drift alerts.yaml --no-wait --detailed-exitcode", 2, "changes"],
  ["drift bad.yaml", 1, "failed", ["definition-invalid"]],
  ["drill --clean", 0, "done"],
  ["drill #db-alerts", 3, "confirmation-required"],
  ["drill", 1, "failed", ["usage"]],
  ["event create --type deploy --message m", 0, "done"],
  ["event create", 1, "failed", ["usage"]],
  ["export --to yaml --out out", 0, "done"],
  ["export --to yaml", 1, "failed", ["usage"]],
  ["export --to yaml --out out --only x", 1, "failed", ["pattern-unmatched"]],
  ["init project --language yaml", 0, "done"],
  ["init project --language cobol", 1, "failed", ["usage"]],
  ...["alerts", "destinations", "durations", "events", "hosts", "integrations", "metrics"].map(
    (kind): Row => [`list ${kind}`, 0, "done"],
  ),
  ["list environments --config several/dbmon.yaml", 0, "done"],
  ["list environments", 1, "failed", ["config-invalid"]],
  ["list hosts nobody", 1, "failed", ["reference-unknown"]],
  ["list policies", 0, "done"],
  ["list queries", 0, "done"],
  ["list query-samples 0000000000000000", 0, "done"],
  ["plan alerts.yaml", 0, "changes"],
  ["plan alerts.yaml --detailed-exitcode", 2, "changes"],
  ["plan -e * alerts.yaml --config several/dbmon.yaml", 0, "changes"],
  ["plan bad.yaml", 1, "failed", ["definition-invalid"]],
  ["routes alerts.yaml", 0, "done"],
  ["routes alerts.yaml --live", 1, "failed", ["usage"]],
  ["show plan.json", 0, "changes"],
  ["show alerts.yaml", 1, "failed", ["plan-invalid"]],
  ["test alerts", 0, "done"],
  ["test none", 1, "failed"],
  ["test alerts --filter x", 1, "failed", ["pattern-unmatched"]],
  ["nothing", 1, "failed", ["usage"]],
];

/** Their stdout is something else. */
const withoutDocument = [
  "completion",
  "demo",
  "emulator",
  "help",
  "pipeline",
  "provider",
  "render",
  "schema",
];

const schemaFiles: Readonly<Record<string, string>> = {
  destroy: "apply",
  nothing: "failure",
  show: "plan",
  test: "test-results",
};

const environment = (name: string, url: string) =>
  `  ${name}: { base_url: "${url}", api_token: { env: DBMON_API_TOKEN } }\n`;

it.each<Row>(rows)("dbmon %s", async (args, code, status, ...[problems]) => {
  const { url, agentToken } = await bench.emulator();
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  bench.write("bad.yaml", "alerts: [{ name: 1 }]\n");
  bench.write("alerts/alerts.yaml", alerts(deployed));
  bench.write(
    "alerts/a.test.yaml",
    "definitions: alerts.yaml\nhosts: [{ name: db-1.shop.example, type: os }]\ntests:\n  - { name: t, events: [{ at: 1m, type: other, level: info, message: m }], until: 10m, expect: { Deployed: [] } }\n",
  );
  bench.write(
    "several/dbmon.yaml",
    `environments:\n${environment("staging", url)}${environment("production", url)}`,
  );
  const variables = { DBMON_BASE_URL: url, DBMON_API_TOKEN: token, DBMON_AGENT_TOKEN: agentToken };
  if (args.includes("plan.json"))
    await bench.dbmon(["plan", "alerts.yaml", "--out", "plan.json"], { environment: variables });
  const run = await bench.dbmon(args.split(" "), {
    environment: { ...variables, DBMON_OUTPUT: "json" },
  });
  const document = JSON.parse(run.stdout) as Document;
  const words = args.split(" ");
  const [word = ""] = words;
  const schema = `${schemaFiles[word] ?? word}.schema.json`;
  expect({ args, code: run.code, status: document.status, err: run.stderr }).toMatchObject({ code, status });
  expect(Object.keys(document).slice(0, 4)).toEqual(envelopeKeys);
  expect(document.$schema).toMatch(new RegExp(`^https://.*/schemas/${schema}$`));
  expect(document.command).toBe(
    word === "nothing" ? "" : words.slice(0, ["list", "event"].includes(word) ? 2 : 1).join(" "),
  );
  expectToMatchSchema(schema, document);
  if (problems !== undefined)
    expect([...new Set(document.problems.map((one) => one.code))]).toEqual(problems);
});

it("each command has a row, or none of its output is a document", () => {
  const commands = buildDocumentedProgram()
    .commands.map((command) => command.name())
    .filter((name) => !withoutDocument.includes(name) && name !== "version");
  const tested = rows.map(([args]) => args.split(" ")[0]);
  expect(commands.filter((name) => !tested.includes(name))).toEqual([]);
});

it("--json is the same as the variable, and --format is stronger", async () => {
  const { url } = await bench.emulator();
  bench.write("alerts.yaml", alerts(cpuHigh));
  const variables = { DBMON_BASE_URL: url, DBMON_API_TOKEN: token };
  const plan = ["plan", "alerts.yaml"];
  const withVariable = { environment: { ...variables, DBMON_OUTPUT: "json" } };
  const byVariable = await bench.dbmon(plan, withVariable);
  const byOption = await bench.dbmon([...plan, "--json"], { environment: variables });
  const withoutTime = (text: string) => text.replace(/"planned_at": ".*"/, "");
  expect(withoutTime(byVariable.stdout)).toBe(withoutTime(byOption.stdout));
  const markdown = await bench.dbmon([...plan, "--format", "markdown"], withVariable);
  expect(markdown.stdout).toMatch(/^#/);
  const version = await bench.dbmon(["--version"], withVariable);
  expect(version.stdout).not.toContain("{");
});

it("the page of the codes has each code", () => {
  const page = readFileSync(join(__dirname, "../../docs/problems.md"), "utf8");
  expect(page.match(/^## [a-z-]+$/gm)?.length).toBeGreaterThan(25);
  for (const [, , , problems = []] of rows)
    for (const code of problems) expect(page).toContain(`## ${code}\n`);
});
