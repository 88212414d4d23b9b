/** `dbmon drift` with the record of an apply, and `dbmon drift --watch`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { editLive } from "../../edit-live";

const bench = commandBench();

describe("--applied", () => {
  /** An apply whose changes are not visible for one hour. */
  async function applied() {
    const emulator = await bench.emulator({ staleReads: true, propagationSeconds: 3600 });
    const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    await dbmon("apply", file, "--yes", "--parallel", "1");
    emulator.clock.advance(3600);
    bench.write(
      "alerts.yaml",
      alerts(cpuHigh.replace("0.9,", "0.95,"), deployed.replace("policy: 1", "policy: 2")),
    );
    const run = await dbmon("apply", file, "--yes", "--json", "--parallel", "1");
    expect(run.code).toBe(0);
    writeFileSync(join(bench.folder(), "applied.json"), run.stdout);
    emulator.requests.clear();
    return { emulator, dbmon, file };
  }

  it("reports an alert that reads as before the apply as pending within the window", async () => {
    const { emulator, dbmon, file } = await applied();
    const drift = ["drift", file, "--no-wait", "--detailed-exitcode"];
    expect((await dbmon(...drift)).stdout).toContain("0 in sync, 0 drifted, 2 unknown.");
    const run = await dbmon(...drift, "--applied", "applied.json");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("Drift: 0 in sync, 0 drifted, 2 pending.");
    expect(run.stdout).toMatch(/^pending: "CPU high" differs \(id 1\) and should settle by \d{4}-.*Z$/m);
    expect(run.stdout).toContain("    threshold.trigger: live 0.9, desired 0.95");
    expect(writesTo(emulator)).toEqual([]);
    // Only unknown alerts cost a wait.
    expect((await dbmon("drift", file, "--applied", "applied.json")).stdout).toContain("2 pending.");
    const json = await dbmon(...drift, "--applied", "applied.json", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      alerts: [{ status: "pending", until: expect.stringMatching(/Z$/) as string }, { status: "pending" }],
    });
  });

  it("does not report other values as pending, nor any value after the window", async () => {
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
    ["{}", "the file is not the result of an apply."],
    ["not json", "the file is not JSON."],
  ])("refuses a file with %j", async (text, reason) => {
    const file = bench.write("alerts.yaml", alerts(deployed));
    bench.write("applied.json", text);
    const run = await bench.dbmon(["drift", file, "--applied", "applied.json"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("error: applied.json: The applied changes cannot be read");
    expect(run.stderr).toContain(reason);
  });
});

describe("--watch", () => {
  it("prints each change until interrupted: first unknown, then drifted after one window", async () => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    const file = bench.write("alerts.yaml", alerts(deployed));
    await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], { environment });
    bench.write("other.yaml", alerts(deployed.replace("Deployed", "By hand")));
    await bench.dbmon(["apply", "other.yaml", "--yes", "--parallel", "1"], { environment });
    const seen: string[] = [];
    const args = ["drift", file, "--watch", "0.1", "--window", "0.5", "--unmanaged"];
    args.push("--detailed-exitcode");
    const run = await bench.dbmon(args, {
      environment,
      onOutput: (stdout, child) => {
        const step = (mark: string, act: () => void) => {
          if (seen.includes(mark) || !stdout.includes(mark)) return;
          seen.push(mark);
          act();
        };
        step("Drift: 1 in sync", () => void editLive(emulator, 1, { policy: 2 }));
        step("0 drifted, 1 unknown", () => undefined);
        step("1 drifted", () => child.kill("SIGINT"));
      },
    });
    expect(seen).toEqual(["Drift: 1 in sync", "0 drifted, 1 unknown", "1 drifted"]);
    expect(run).toMatchObject({ code: 2, stderr: "" });
    // A comparison without a change prints nothing.
    expect(run.stdout.match(/^\d{4}-\d\d-\d\dT/gm)).toHaveLength(3);
    // The unmanaged alert did not change.
    expect(run.stdout.match(/^unmanaged: "By hand"/gm)).toHaveLength(1);
  });

  it("continues after failed requests, and reports their failure once", async () => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    const file = bench.write("alerts.yaml", alerts(deployed));
    await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], { environment });
    const outage = { method: "GET", path: "*/alerts", answer: { status: 403 } } as const;
    let hasFailed = false;
    const run = await bench.dbmon(["drift", file, "--watch", "0.1"], {
      environment,
      onOutput: (stdout, child) => {
        const comparisons = stdout.split("Drift: 1 in sync").length - 1;
        if (comparisons === 1 && !hasFailed) emulator.faults.add({ ...outage, times: 3 });
        if (comparisons === 2) child.kill("SIGINT");
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
