/** A token that may only read: one refusal tells it, and nothing was written. */
import { alerts, commandBench, deployed, environmentOf } from "./command";

const bench = commandBench();
const many = alerts(
  ...Array.from({ length: 40 }, (_, index) => deployed.replace("Deployed", `Deployed ${String(index)}`)),
);

it("a token that may not write meets that once, and not with every alert", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", answer: { status: 403 } });
  const file = bench.write("alerts.yaml", many);
  const run = await bench.dbmon(["apply", file, "--yes", "--parallel", "4"], {
    environment: environmentOf(emulator),
  });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Use a token that may manage alerts in this environment.");
  expect(run.stdout).toContain("Apply: 0 of 40 changes applied, 4 failed, 36 not started.");
  expect(emulator.requests.list({ method: "POST" })).toHaveLength(4);
});

it("one alert that may not be written does not keep the others from it", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", many);
  emulator.faults.add({ method: "POST", answer: { status: 403 }, nth: 3, times: 1 });
  const run = await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], {
    environment: environmentOf(emulator),
  });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("Apply: 39 of 40 changes applied, 1 failed.");
});
