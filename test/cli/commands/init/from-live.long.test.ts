/** `dbmon init --from-live`: a project of the live alerts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanSeed, systemClock } from "../../../../src/emulator";
import { commandBench, environmentOf } from "../../../support/command";
import { npmStub } from "./npm-stub";

const bench = commandBench();
const path = npmStub();
const read = (...names: string[]) => readFileSync(join(bench.folder(), ...names), "utf8");

it.each([
  ["yaml", "alerts/event-alerts.yaml", "  npm install\n  npm run plan\n"],
  ["hcl", "event-alerts.tf", "  npm install\n  npm run init\n  npm run plan\n"],
  ["typescript", "event-alerts.ts", "  npm install\n  npm run plan\n"],
])("creates a project of the live alerts in %s", async (language, file, next) => {
  const environment = {
    ...environmentOf(await bench.emulator({ seed: cleanSeed(systemClock) })),
    PATH: path(),
  };
  const run = await bench.dbmon(["init", "project", "--language", language, "--from-live"], { environment });
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^Created in project: /);
  expect(run.stdout.endsWith(`\nNext:\n  cd project\n${next}`)).toBe(true);
  expect(run.stderr).toContain("Export: 5 alerts.");
  expect(read("project", file)).toContain("Swap & connections");
  expect(read("project", "package.json")).toContain('"test": "npm run check"');
  const files = readdirSync(join(bench.folder(), "project"), { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files.filter((entry) => entry.isFile()))
    expect(readFileSync(join(parentPath, name), "utf8")).not.toContain("Deploy: code went out");
  if (language !== "yaml") return;
  const plan = await bench.dbmon(["plan", "project/alerts"], { environment });
  expect(plan.stdout).toContain("Plan: No changes. 5 in sync");
});

it("creates nothing if the alerts cannot be read, and is of one environment", async () => {
  const init = (...args: string[]) =>
    bench.dbmon(["init", "project", "--from-live", ...args], { environment: { PATH: path() } });
  const run = await init("--language", "yaml");
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("No base URL is set.");
  expect(readdirSync(bench.folder())).toEqual([]);
  const several = await init("--environments", "a,b");
  expect(several.stderr).toContain("'--from-live' cannot be used with option '--environments <names>'");
});
