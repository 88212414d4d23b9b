/**
 * `npm run test:hostile` runs the tests with hostile input: all cases of test/hostile, of which `npm test` runs a part, and the tests of each
 * other place where untrusted input arrives. `-- --write` writes their numbers to docs/internals/reliability.md.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { writeSection } from "./write-section";

const root = resolve(__dirname, "..");

/** Tests by what they check. A number is that of the tests, or of the cases that the tests count themselves. */
const groups: Readonly<Record<string, readonly string[]>> = {
  "responses of the service": ["test/hostile", "test/client/odd-answers", "test/client/queries-and-events"],
  "strings and files of definitions, plans, stacks and names": [
    "test/reports/hostile",
    "test/reports/linear-time",
    "test/provider/hostile-text",
    "test/cli/commands/check/hostile-definitions",
  ],
  "credentials in configurations and options, and wrong clocks": [
    "test/cli/environments/selection",
    "test/cli/commands/plan/clocks",
    "test/cli/program",
  ],
  "forged events and comments in pipelines": ["test/cli/commands/pipeline"],
  "forged releases, and files that are planted in the checkout": ["test/action/action"],
  "rules, JSON and long text of pull requests": [
    "test/cli/commands/plan/rule-limits",
    "test/cli/inputs/json-limits",
    "test/cli/terminal/long-text",
  ],
  "files that are planted, and kills, while files are written": [
    "test/cli/replaced-files",
    "test/cli/commands/accept/bad-input",
    "test/cli/commands/accept/interrupted",
    "test/cli/commands/accept/patch",
  ],
  "requests to the emulator": ["test/emulator/http/hostile"],
  "peers of the provider process": ["test/tfplugin/process", "test/tfplugin/robustness"],
};

const results = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});
const figure = z.object({ kind: z.string(), count: z.int() });

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
  const work = mkdtempSync(join(tmpdir(), "dbmon-hostile-"));
  try {
    const cases = runTests(work);
    if (cases === undefined) process.exitCode = 1;
    else if (values.write) await writeFigures([...cases.values()].reduce((sum, count) => sum + count, 0));
    else console.table(Object.fromEntries(cases));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns the number of cases by kind, or undefined if a test failed */
function runTests(work: string): ReadonlyMap<string, number> | undefined {
  const figures = join(work, "figures");
  const output = join(work, "results.json");
  const jest = join(root, "node_modules/jest/bin/jest.js");
  // All tests, long or not.
  const args = [
    jest,
    ...Object.values(groups).flat(),
    "--testPathIgnorePatterns=/node_modules/",
    "--json",
    `--outputFile=${output}`,
  ];
  const env = { ...process.env, DBMON_HOSTILE_FIGURES: figures };
  spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], env });
  const { success, testResults } = results.parse(JSON.parse(readFileSync(output, "utf8")));
  if (!success) return undefined;
  const lines = existsSync(figures) ? readFileSync(figures, "utf8").trim().split("\n") : [];
  const cases = new Map<string, number>();
  for (const { kind, count } of lines.map((line) => figure.parse(JSON.parse(line))))
    cases.set(kind, (cases.get(kind) ?? 0) + count);
  for (const [title, paths] of Object.entries(groups)) {
    const own = testResults.filter(({ name }) => paths.some((path) => name.startsWith(join(root, path))));
    const passed = own.flatMap((file) => file.assertionResults.filter(({ status }) => status === "passed"));
    cases.set(`tests with ${title}`, passed.length);
  }
  return cases;
}

async function writeFigures(cases: number): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const content = `A case passes if the program returns a value or one problem, ends in time and memory, and prints nothing that controls a terminal, a log or a reader of Markdown. \`npm run test:hostile -- --write\` writes this section.

${date}: ${cases.toLocaleString("en-US")} cases, **0 failures**.`;
  await writeSection(join(root, "docs/internals/reliability.md"), "Figures of hostile input", content);
}

void main();
