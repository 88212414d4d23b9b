/** A drift that knows what an apply has just written, and one that goes on looking. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../src/emulator";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, token, writesTo } from "./command";

const bench = commandBench();

/** Changes a live alert beside the definitions, as somebody in the service's page does. */
async function change(emulator: ServiceEmulator, id: number, changes: object): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const url = `${emulator.url}/api/v2/config/alerts`;
  const { data } = (await (await fetch(url, { headers })).json()) as { data: { id: number }[] };
  const body = JSON.stringify({ ...data.find((one) => one.id === id), ...changes });
  expect((await fetch(`${url}/${String(id)}`, { method: "PUT", headers, body })).ok).toBe(true);
}

describe("--applied", () => {
  /** A service that shows a change only a window later, and an apply that has just changed an alert of it. */
  async function applied() {
    const emulator = await bench.emulator({ staleReads: true, propagationSeconds: 3600 });
    const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    await dbmon("apply", file, "--yes");
    emulator.clock.advance(3600);
    bench.write(
      "alerts.yaml",
      alerts(cpuHigh.replace("0.9,", "0.95,"), deployed.replace("policy: 1", "policy: 2")),
    );
    const run = await dbmon("apply", file, "--yes", "--json");
    expect(run.code).toBe(0);
    writeFileSync(join(bench.folder(), "applied.json"), run.stdout);
    emulator.requests.clear();
    return { emulator, dbmon, file };
  }

  it("what reads as it was before our write is pending until its window has passed, and is no drift", async () => {
    const { emulator, dbmon, file } = await applied();
    const drift = ["drift", file, "--no-wait", "--detailed-exitcode"];
    expect((await dbmon(...drift)).stdout).toContain("0 in sync, 0 drifted, 2 unknown.");
    const run = await dbmon(...drift, "--applied", "applied.json");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("Drift: 0 in sync, 0 drifted, 2 pending.");
    expect(run.stdout).toMatch(/^pending: "CPU high" differs \(id 1\) and should settle by \d{4}-.*Z$/m);
    expect(run.stdout).toContain("    threshold.trigger: live 0.9, desired 0.95");
    expect(writesTo(emulator)).toEqual([]);
    // Without the wait that something unknown would cost.
    expect((await dbmon("drift", file, "--applied", "applied.json")).stdout).toContain("2 pending.");
    const json = await dbmon(...drift, "--applied", "applied.json", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      alerts: [{ status: "pending", until: expect.stringMatching(/Z$/) as string }, { status: "pending" }],
    });
  });

  it("another value than the one before our write is not pending, and none is once the window has passed", async () => {
    const { dbmon, file } = await applied();
    bench.write(file, alerts(cpuHigh.replace("0.9,", "0.97,").replace("policy: 2", "policy: 1"), deployed));
    const other = await dbmon("drift", file, "--no-wait", "--applied", "applied.json");
    expect(other.stdout).toContain('unknown: "CPU high"');
    const document = readFileSync(join(bench.folder(), "applied.json"), "utf8");
    const earlier = document.replaceAll(/"written_at": "[^"]*"/g, '"written_at": "2026-01-01T00:00:00.000Z"');
    bench.write("applied.json", earlier);
    bench.write(
      "alerts.yaml",
      alerts(cpuHigh.replace("0.9,", "0.95,"), deployed.replace("policy: 1", "policy: 2")),
    );
    const late = await dbmon("drift", file, "--no-wait", "--applied", "applied.json");
    expect(late.stdout).toContain("2 unknown.");
  });

  it.each([
    ["{}", "it is no document of an apply"],
    ["not json", "JSON"],
  ])("%j is no record", async (text, complaint) => {
    const file = bench.write("alerts.yaml", alerts(deployed));
    bench.write("applied.json", text);
    const run = await bench.dbmon(["drift", file, "--applied", "applied.json"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("error: applied.json: The file does not say what was applied");
    expect(run.stderr).toContain(complaint);
  });
});

describe("--watch", () => {
  it("tells what is new until it is interrupted: unknown first, drifted once it has stayed for a window", async () => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    const file = bench.write("alerts.yaml", alerts(deployed));
    await bench.dbmon(["apply", file, "--yes"], { environment });
    const seen: string[] = [];
    const args = ["drift", file, "--watch", "0.1", "--window", "0.5", "--detailed-exitcode"];
    const run = await bench.dbmon(args, {
      environment,
      onOutput: (stdout, child) => {
        const step = (mark: string, act: () => void) => {
          if (seen.includes(mark) || !stdout.includes(mark)) return;
          seen.push(mark);
          act();
        };
        step("Drift: 1 in sync", () => void change(emulator, 1, { policy: 2 }));
        step("0 drifted, 1 unknown.", () => undefined);
        step("1 drifted.", () => child.kill("SIGINT"));
      },
    });
    expect(seen).toEqual(["Drift: 1 in sync", "0 drifted, 1 unknown.", "1 drifted."]);
    expect(run).toMatchObject({ code: 2, stderr: "" });
    // Each look that said nothing new was not told.
    expect(run.stdout.match(/^\d{4}-\d\d-\d\dT/gm)).toHaveLength(3);
  });

  it("goes on where the service does not answer for a while, and says so once", async () => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    const file = bench.write("alerts.yaml", alerts(deployed));
    await bench.dbmon(["apply", file, "--yes"], { environment });
    const outage = { method: "GET", path: /\/alerts$/, answer: { status: 403 } } as const;
    let hasFailed = false;
    const run = await bench.dbmon(["drift", file, "--watch", "0.1"], {
      environment,
      onOutput: (stdout, child) => {
        const looks = stdout.split("Drift: 1 in sync").length - 1;
        if (looks === 1 && !hasFailed) emulator.faults.add({ ...outage, times: 3 });
        if (looks === 2) child.kill("SIGINT");
      },
      onError: () => {
        hasFailed = true;
      },
    });
    expect(run.code).toBe(0);
    expect(run.stderr.match(/status 403/g)).toHaveLength(1);
    expect(run.stdout.match(/Drift: 1 in sync/g)).toHaveLength(2);
  });
});
