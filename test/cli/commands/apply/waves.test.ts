/** dbmon apply --waves writes to environments in order, and stops after a failure. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, deployed } from "../../../support/command";
import { environmentsBench } from "../../environments/environments-bench";

const bench = environmentsBench();
let emulator: ServiceEmulator;
beforeEach(async () => {
  emulator = await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", alerts(deployed));
});

const warning =
  'warning: alerts/a.yaml:2:5: "Deployed": The alert has no destinations, so it notifies nobody. Environments: staging, production-eu.\n' +
  "  Add a destination, as listed by dbmon list destinations.\n";

const apply = (waves: string, ...options: string[]) =>
  bench.run(["apply", "-e", "*", "--waves", waves, "--window", "0.1", "--yes", ...options]);

it("begins a wave when the previous one is applied and its propagation window has passed", async () => {
  const run = await apply("production-*,staging");
  expect(run.code).toBe(0);
  expect(run.stderr).toBe(`production-eu: [1/1] create "Deployed": done
Wave 1 of 2 (production-eu) is applied. Waiting 0.1 s for its changes to take effect.
staging: [1/1] create "Deployed": done
${warning}`);
});

it("does not wait after a wave without changes", async () => {
  await bench.run(["apply", "-e", "staging", "--yes"]);
  const run = await apply("staging,*");
  expect(run.stderr).toBe(`production-eu: [1/1] create "Deployed": done\n${warning}`);
});

it("does not begin later waves after a failure, reports them, and continues when it runs again", async () => {
  emulator.faults.add({ method: "POST", answer: { status: 400 }, times: 1 });
  const failed = await apply("staging,production-eu");
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(
    "warning: The environment was skipped because an earlier wave failed. Environment: production-eu.",
  );
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual([]);
  const again = await apply("staging,production-eu");
  expect(again.code).toBe(0);
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual(["Deployed"]);
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual(["Deployed"]);
});

it("applies a saved plan in waves", async () => {
  await bench.run(["plan", "-e", "*", "--out", "plan.json"]);
  const run = await bench.run([
    "apply",
    "--plan",
    "plan.json",
    "--waves",
    "production-eu,staging",
    "--window",
    "0",
    "--yes",
  ]);
  expect(run.code).toBe(0);
  expect(run.stderr.indexOf("production-eu: [1/1]")).toBeLessThan(run.stderr.indexOf("staging: [1/1]"));
});

it.each([
  [
    "staging,production-*,test",
    'The wave "test" names no selected environment, or only those of earlier waves.',
  ],
  ["*,staging", 'The wave "staging" names no selected environment'],
  ["staging", "These environments are in no wave: production-eu."],
])("refuses --waves %s", async (waves, message) => {
  const run = await apply(waves);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(message);
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual([]);
});

it("writes refused waves to the report, and no report over a source", async () => {
  await apply("staging", "--report", "text=report.txt");
  expect(readFileSync(join(bench.folder(), "report.txt"), "utf8")).toContain(
    "These environments are in no wave",
  );
  const run = await apply("*", "alerts/a.yaml", "--report", "text=alerts/a.yaml");
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("--report would overwrite a file that this command reads or writes.");
});
