/** Files that dbmon wrote beside the definitions are no definitions. */
import { alerts, commandBench, cpuHigh, environmentOf } from "../../../support/command";

const bench = commandBench();
const passed = { code: 0, stdout: "", stderr: "1 alert checked: 0 errors, 0 warnings.\n" };

/** Writes definitions, a saved plan of one and of two environments, and every kind of report that fits into the folder. */
async function writeFiles(): Promise<Record<string, string>> {
  const environment = environmentOf(await bench.emulator());
  bench.write("alerts/alerts.yaml", alerts(cpuHigh));
  const lines = { plan: ["plan"], check: ["check"], drift: ["drift", "--no-wait"] };
  for (const [name, line] of Object.entries(lines)) {
    const args = [...line, "alerts/alerts.yaml", "--report", `json=alerts/${name}-report.json`];
    const run = await bench.dbmon([...args, ...(name === "plan" ? ["--out", "alerts/saved.json"] : [])], {
      environment,
    });
    expect(run.code).toBe(0);
  }
  for (const args of [["list", "alerts"], ["list", "hosts"], ["doctor"], ["routes", "alerts/alerts.yaml"]]) {
    const { stdout } = await bench.dbmon([...args, "--json"], { environment });
    bench.write(`alerts/${args.join("-").replaceAll("/", "-")}.json`, stdout);
  }
  return environment;
}

it("are skipped in a folder", async () => {
  const environment = await writeFiles();
  expect(await bench.dbmon(["check", "alerts"])).toEqual(passed);
  const plan = await bench.dbmon(["plan", "alerts"], { environment });
  expect(plan).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\+ "CPU high" will be created/) as string,
  });
});

it("can be reports of the command itself, which is repeated", async () => {
  const environment = environmentOf(await bench.emulator());
  bench.write("alerts/alerts.yaml", alerts(cpuHigh));
  for (let count = 0; count < 2; count++) {
    const run = await bench.dbmon(["plan", "alerts", "--report", "json=alerts/report.json"], { environment });
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("Plan: 1 to create.");
  }
});

it("are refused if they are named, with what to do", async () => {
  await writeFiles();
  const saved = await bench.dbmon(["check", "alerts/saved.json"]);
  expect(saved.code).toBe(1);
  expect(saved.stdout).toContain("error: alerts/saved.json: This is a saved plan, not definitions.");
  expect(saved.stdout).toContain("To apply it, use --plan.");
  const report = await bench.dbmon(["check", "alerts/list-alerts.json"]);
  expect(report.code).toBe(1);
  expect(report.stdout).toContain(
    "error: alerts/list-alerts.json: This is a report of dbmon, not definitions.",
  );
});

it("alone in a folder are no definitions", async () => {
  bench.write(
    "reports/drift.json",
    '{"dbmon": 1, "command": "drift", "alerts": [], "unmanaged": [], "problems": []}',
  );
  const run = await bench.dbmon(["check", "reports"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("error: reports: The folder contains no definitions.");
});
