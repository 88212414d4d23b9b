/** `dbmon plan`, `apply` and `destroy` from end to end. */
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "./command";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  return { emulator, environment: environmentOf(emulator) };
}

it("plan shows what apply would do, apply does it, and a second plan finds nothing to do", async () => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));

  const planned = await bench.dbmon(["plan", file], { environment });
  expect(planned).toMatchObject({ code: 0, stderr: "" });
  expect(planned.stdout).toContain('+ "CPU high" will be created\n');
  expect(planned.stdout).toContain('    destinations: [1 "DBA team mail", 2 "On-call PagerDuty"]\n');
  expect(planned.stdout).toContain("Plan: 2 to create. 0 in sync.\n");
  expect(writesTo(emulator)).toEqual([]);

  const applied = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain("2 of 2 changes applied.");
  expect(applied.stderr).toMatch(/\[2\/2\] create "[^"]+": done/);
  expect(applied.stdout).not.toContain("[2/2]");
  expect(writesTo(emulator).sort()).toEqual([
    "POST /alerts",
    "POST /alerts",
    "PUT /alerts/1/config",
    "PUT /alerts/2/config",
  ]);

  const again = await bench.dbmon(["apply", file], { environment });
  expect(again).toMatchObject({ code: 0, stdout: "Plan: No changes. 2 in sync.\n", stderr: "" });
});

it("with --detailed-exitcode, plan exits with 2 where there are changes, and with 0 where there are none", async () => {
  const { environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  const plan = () => bench.dbmon(["plan", file, "--detailed-exitcode"], { environment });
  expect((await plan()).code).toBe(2);
  await bench.dbmon(["apply", file, "--yes"], { environment });
  expect((await plan()).code).toBe(0);
  bench.write("alerts.yaml", alerts(deployed.replace("policy: 1", "policy: 2")));
  const changed = await plan();
  expect(changed.code).toBe(2);
  expect(changed.stdout).toContain(
    '~ "Deployed" will be updated (id 1)\n    policy: 1 "Every time" -> 2 "At most once every 15 minutes"\n',
  );
});

it("renamed_from renames the alert in place, and says nothing more once that is done", async () => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  await bench.dbmon(["apply", file, "--yes"], { environment });
  emulator.requests.clear();
  bench.write(
    "alerts.yaml",
    alerts(deployed.replace("name: Deployed", "name: Released\n    renamed_from: Deployed")),
  );
  const planned = await bench.dbmon(["plan", file], { environment });
  expect(planned.stdout).toContain(
    '~ "Released" will be renamed from "Deployed" (id 1)\n    name: "Deployed" -> "Released"\n',
  );
  expect(planned.stdout).toContain("Plan: 1 to rename. 0 in sync.\n");
  expect((await bench.dbmon(["apply", file, "--yes"], { environment })).code).toBe(0);
  expect(writesTo(emulator)).toEqual(["PUT /alerts/1"]);
  const again = await bench.dbmon(["plan", file], { environment });
  expect(again).toMatchObject({ code: 0, stdout: "Plan: No changes. 1 in sync.\n", stderr: "" });
});

it.each(["apply", "destroy"])(
  "%s without --yes and without a terminal writes nothing and exits with 3",
  async (command) => {
    const { emulator, environment } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    if (command === "destroy") await bench.dbmon(["apply", file, "--yes"], { environment });
    emulator.requests.clear();
    const run = await bench.dbmon([command, file], { environment });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain(`dbmon ${command} alerts.yaml --yes`);
    expect(writesTo(emulator)).toEqual([]);
  },
);

it("destroy deletes the defined alerts, and leaves others alone", async () => {
  const { emulator, environment } = await setUp();
  const both = bench.write("both.yaml", alerts(cpuHigh, deployed));
  await bench.dbmon(["apply", both, "--yes"], { environment });
  emulator.requests.clear();
  const one = bench.write("one.yaml", alerts(deployed));
  const run = await bench.dbmon(["destroy", one, "--yes"], { environment });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('- "Deployed" will be deleted');
  expect(run.stdout).toContain("1 unmanaged");
  expect(writesTo(emulator)).toHaveLength(1);
  const after = await bench.dbmon(["plan", both], { environment });
  expect(after.stdout).toContain("1 to create. 1 in sync");
});

it("a change that fails is told with its alert, the others are made, and the exit code is 1", async () => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const body = { error: "no such metric" };
  emulator.faults.add({
    method: "PUT",
    path: "/api/v2/config/alerts/1/config",
    answer: { status: 400, body },
  });
  const run = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("1 of 2 changes applied, 1 failed.");
  expect(run.stderr).toContain("no such metric");
  expect(run.stdout).not.toContain("no such metric");
});

it("several sources and a folder of files are one set of definitions", async () => {
  const { environment } = await setUp();
  bench.write("team/a.yaml", alerts(cpuHigh));
  bench.write("team/b.yml", alerts(deployed));
  bench.write("team/notes.txt", "not a definition");
  const other = bench.write(
    "c.json",
    JSON.stringify({ alerts: [{ name: "C", policy: 1, event: { categories: ["x"] } }] }),
  );
  const run = await bench.dbmon(["plan", "team", other], { environment });
  expect(run.stdout).toContain("Plan: 3 to create. 0 in sync.");
});

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s lets the creation in flight finish, and begins no other",
  async (signal) => {
    const { emulator, environment } = await setUp();
    const names = Array.from({ length: 40 }, (_, index) => deployed.replace("Deployed", `Deployed ${index}`));
    const file = bench.write("alerts.yaml", alerts(...names));
    let isInterrupted = false;
    const run = await bench.dbmon(["apply", file, "--yes"], {
      environment,
      onOutput: (stdout, process) => {
        // The plan is printed before the first change begins.
        if (!isInterrupted && stdout.includes("40 to create")) isInterrupted = process.kill(signal);
      },
    });
    const posts = writesTo(emulator).filter((write) => write.startsWith("POST"));
    const puts = writesTo(emulator).filter((write) => write.startsWith("PUT"));
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/\d+ of 40 changes applied, \d+ not started/);
    expect(posts.length).toBeLessThan(40);
    expect(puts).toHaveLength(posts.length);
  },
);
