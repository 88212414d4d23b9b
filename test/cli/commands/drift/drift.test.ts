/** `dbmon drift`: unknown and drifted alerts, missing and unmanaged alerts, and the wait. */
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { editLive } from "../../edit-live";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  return { emulator, environment, dbmon };
}

it("is unknown first, and drifted if it remains one window later, with each field", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  await dbmon("apply", file, "--yes");
  expect(await dbmon("drift", file, "--detailed-exitcode")).toMatchObject({
    code: 0,
    stdout: `Environment: ${emulator.url} (token of DBMON_API_TOKEN)\nDrift: 1 in sync, 0 drifted.\n`,
    stderr: "",
  });
  await editLive(emulator, 1, { policy: 2 });
  emulator.requests.clear();
  const unknown = await dbmon("drift", file, "--no-wait", "--detailed-exitcode");
  expect(unknown.code).toBe(2);
  expect(unknown.stdout.replace(`Environment: ${emulator.url} (token of DBMON_API_TOKEN)\n`, "")).toBe(
    'unknown: "Deployed" differs (id 1)\n    policy: live 2 "At most once every 15 minutes", desired 1 "Every time"\n\nDrift: 0 in sync, 0 drifted, 1 unknown.\n',
  );
  const drifted = await dbmon("drift", file, "--window", "1");
  expect(drifted.code).toBe(0);
  expect(drifted.stdout).toContain(
    'drifted: "Deployed" differs (id 1)\n    policy: live 2 "At most once every 15 minutes", desired 1 "Every time"\n',
  );
  expect(drifted.stderr).toContain("1 alert differs. Reads may be stale, refetching in 1 s.");
  expect(writesTo(emulator)).toEqual([]);
});

it("ends at once if it is interrupted during the wait", async () => {
  const { environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  let isInterrupted = false;
  const run = await bench.dbmon(["drift", file], {
    environment,
    onError: (stderr, child) => {
      if (isInterrupted || !stderr.includes("refetching in")) return;
      isInterrupted = true;
      child.kill("SIGINT");
    },
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("Interrupted before the comparison was complete.");
});

it("reports missing and unmanaged alerts", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  await dbmon("apply", file, "--yes");
  bench.write("alerts.yaml", alerts(cpuHigh));
  const { stdout } = await dbmon("drift", file, "--no-wait");
  expect(stdout.replace(`Environment: ${emulator.url} (token of DBMON_API_TOKEN)\n`, "")).toBe(
    'unknown: "CPU high" does not exist\n\nDrift: 0 in sync, 0 drifted, 1 unknown, 1 unmanaged.\n',
  );
});
