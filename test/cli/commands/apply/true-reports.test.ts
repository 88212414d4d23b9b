/** Edited saved plans, and runs that end before their changes are verified. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  return { emulator, environment, dbmon };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

it("refuses a saved plan whose actions or fields do not match its desired alerts", async () => {
  const { emulator, dbmon } = await setUp();
  await dbmon("apply", bench.write("alerts.yaml", alerts(deployed)), "--yes");
  const wanted = deployed.replace("policy: 1", "policy: 2");
  await dbmon("plan", bench.write("alerts.yaml", alerts(wanted, cpuHigh)), "--out", "plan.json");
  const kept = readFileSync(join(bench.folder(), "plan.json"), "utf8");
  emulator.requests.clear();
  for (const [from, to] of [
    ['"policy": 2,\n        "annotations": ""', '"policy": 3,\n        "annotations": ""'],
    ['"action": "update"', '"action": "unchanged"'],
    ['"trigger": 0.9', '"trigger": 0.1'],
    ['"to": 2', '"to": 1'],
  ] as const) {
    expect(kept).toContain(from);
    bench.write("edited.json", kept.replace(from, to));
    for (const args of [
      ["show", "edited.json"],
      ["apply", "--yes", "--plan", "edited.json"],
    ]) {
      const run = await dbmon(...args);
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toMatch(
        /edited\.json: The plan cannot be read: the action or the fields of ".*" do not match its desired alert\./,
      );
    }
  }
  expect(writesTo(emulator)).toEqual([]);
  expect((await dbmon("apply", "--yes", "--plan", "plan.json")).code).toBe(0);
});

describe("--wait without verification", () => {
  const waiting = ["--yes", "--json", "--wait", "--report", "json=report.json"];

  it.each(["interrupt", "failure"])("reports what was written, and fails: %s", async (how) => {
    const { emulator, environment } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    let isWaiting = false;
    const window = how === "interrupt" ? "600" : "1";
    const run = await bench.dbmon(["apply", file, ...waiting, "--window", window], {
      environment,
      onError: (stderr, process) => {
        if (isWaiting || !stderr.includes("All changes written. Waiting")) return;
        isWaiting = true;
        if (how === "interrupt") process.kill("SIGINT");
        else emulator.faults.add({ method: "GET", answer: { status: 403 } });
      },
    });
    expect(run.code).toBe(1);
    const document = json(run.stdout);
    expect(document).toMatchObject({
      results: [{ name: "Deployed", outcome: "done" }],
      problems: expect.arrayContaining([
        expect.objectContaining({
          severity: "error",
          remedy: "Run dbmon drift to compare the live alerts with the definitions.",
        }),
      ]) as unknown,
    });
    expect(json(readFileSync(join(bench.folder(), "report.json"), "utf8"))).toEqual(document);
  });
});
