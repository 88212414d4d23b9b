/** Where a plan comes from, in each format: the environment, when it was made, by which version and from which live state. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findInvalidHtml } from "../../../support/markup";
import { environmentsBench, lag } from "../../environments/environments-bench";

const bench = environmentsBench();

interface SavedPlan {
  readonly environment: string;
  readonly base_url: string;
  readonly planned_at: string;
  readonly dbmon_version: string;
  readonly fingerprint: string;
  readonly held: readonly string[];
}

const readJson = (name: string) => JSON.parse(readFileSync(join(bench.folder(), name), "utf8")) as unknown;
const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");
const reports = ["--report", "html=plan.html", "--report", "markdown=plan.md", "--out", "plan.json"];

beforeEach(async () => {
  await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", lag);
});

it("a plan of one environment has its origin in each format", async () => {
  const earliest = Math.floor(Date.now() / 1000) * 1000;
  const run = await bench.run(["plan", "-e", "staging", ...reports]);
  expect(run.code).toBe(0);
  const plan = readJson("plan.json") as SavedPlan;
  expect(plan).toMatchObject({
    environment: "staging",
    dbmon_version: expect.stringMatching(/^\d/) as string,
  });
  expect(Date.parse(plan.planned_at)).toBeGreaterThanOrEqual(earliest);
  expect(Date.parse(plan.planned_at)).toBeLessThanOrEqual(Date.now());
  const origin = `${plan.planned_at} by dbmon ${plan.dbmon_version}`;
  for (const text of [
    `<dd>staging (${plan.base_url})</dd>`,
    `<dd>${origin}</dd>`,
    `<dd>${plan.fingerprint}</dd>`,
  ])
    expect(read("plan.html")).toContain(text);
  expect(read("plan.md")).toMatch(/^### Plan: 1 to create\. 0 in sync\. Environment: `staging \(http/);
  expect(read("plan.md")).toContain(
    `Planned at ${origin}. Fingerprint: \`${plan.fingerprint.slice(0, 12)}\``,
  );
  const applied = await bench.run(["apply", "-e", "staging", "--plan", "plan.json", "--yes"]);
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stderr).toContain(`The plan was made at ${origin}.\n`);
});

it("a plan of several environments has the origin of each of them", async () => {
  await bench.run(["plan", "-e", "*", ...reports]);
  const { environments } = readJson("plan.json") as { environments: Record<string, SavedPlan> };
  const page = read("plan.html");
  expect(findInvalidHtml(page)).toEqual([]);
  expect(page).toContain("<h1>Alerts in 2 environments: 2 to create.</h1>");
  expect(page.indexOf('<a href="#environment-1">staging</a>')).toBeGreaterThan(0);
  expect(page.indexOf('<a href="#environment-1">staging</a>')).toBeLessThan(
    page.indexOf('id="environment-1"'),
  );
  for (const [name, { environment, planned_at: time, fingerprint }] of Object.entries(environments)) {
    expect(environment).toBe(name);
    expect(page).toContain(`<dd>${fingerprint}</dd>`);
    expect(read("plan.md")).toMatch(
      new RegExp(`- \`${name} .http.*\` Planned at ${time}.*\`${fingerprint.slice(0, 12)}\``),
    );
  }
});

it("a plan of a version that did not record its origin is shown, and not applied", async () => {
  await bench.run(["plan", "-e", "staging", "--out", "plan.json"]);
  const saved = readJson("plan.json") as SavedPlan;
  const { environment: _, planned_at: __, dbmon_version: ___, held: ____, ...old } = saved;
  writeFileSync(join(bench.folder(), "plan.json"), JSON.stringify(old));
  const shown = await bench.run(["show", "plan.json", "--json"]);
  expect(JSON.parse(shown.stdout)).toEqual({ ...old, command: "show" });
  expect((await bench.run(["show", "plan.json", "--format", "html"])).stdout).not.toContain("Planned");
  const applied = await bench.run(["apply", "-e", "staging", "--plan", "plan.json"]);
  expect(applied).toMatchObject({ code: 1, stdout: "" });
  expect(applied.stderr).toContain(
    "error: plan.json: The plan does not recognize its environment: an older version or --json wrote it.\n" +
      "  Create a new plan with dbmon plan --out.\n",
  );
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual([]);
});
