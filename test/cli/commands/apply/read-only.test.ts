/** Applies with a token that lacks write access. */
import { alerts, commandBench, deployed, environmentOf } from "../../../support/command";

const bench = commandBench();
const many = alerts(
  ...Array.from({ length: 40 }, (_, index) => deployed.replace("Deployed", `Deployed ${String(index)}`)),
);

it("after a 403 on the first changes, no other change is started", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", answer: { status: 403 } });
  const file = bench.write("alerts.yaml", many);
  const run = await bench.dbmon(["apply", file, "--yes", "--parallel", "4"], {
    environment: environmentOf(emulator),
  });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Use a token with permission to manage alerts in this environment.");
  expect(run.stdout).toContain("Apply: 0 of 40 changes applied, 4 failed, 36 not started.");
  expect(run.stdout).toContain("\nand 16 more not started (--json lists all)\n");
  expect(emulator.requests.list({ method: "POST" })).toHaveLength(4);
});

it("a 403 on one alert after successful changes does not stop the others", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", many);
  emulator.faults.add({ method: "POST", answer: { status: 403 }, nth: 3, times: 1 });
  const run = await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], {
    environment: environmentOf(emulator),
  });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("Apply: 39 of 40 changes applied, 1 failed.");
});
