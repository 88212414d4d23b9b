/** `dbmon plan`, `apply` and `destroy` from end to end. */
import { type ChildProcess } from "node:child_process";
import {
  alerts,
  commandBench,
  cpuHigh,
  deployed,
  environmentOf,
  unaligned,
  writesTo,
} from "../../../support/command";
import { until } from "../../../support/programs";
import { RequestGate } from "../../../support/proxies";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  return { emulator, environment: environmentOf(emulator) };
}

it("plan shows the changes, apply makes them, and the next plan has no changes", async () => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));

  const planned = await bench.dbmon(["plan", file], { environment });
  expect(planned.code).toBe(0);
  expect(planned.stderr).toMatch(/^warning: .*"Deployed": The alert has no destinations.*\n.*\n$/);
  expect(planned.stdout).toContain('+ "CPU high" will be created\n');
  expect(unaligned(planned.stdout)).toContain(
    '    destinations: [1 "DBA team mail", 2 "On-call PagerDuty"]\n',
  );
  expect(planned.stdout).toContain("Plan: 2 to create. 0 in sync.\n");
  expect(writesTo(emulator)).toEqual([]);

  const applied = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(applied.code).toBe(0);
  expect(applied.stdout).toMatch(
    /\n\nResults after \d+\.\d s:\n\+ "CPU high" was created \(id \d\)\n\+ "Deployed" was created \(id \d\)\n\nApply: 2 of 2 changes applied\./,
  );
  expect(applied.stderr).toMatch(/\[2\/2\] create "[^"]+": done/);
  expect(applied.stdout).not.toContain("[2/2]");
  expect(writesTo(emulator).sort()).toEqual([
    "POST /alerts",
    "POST /alerts",
    "PUT /alerts/1/config",
    "PUT /alerts/2/config",
  ]);

  const again = await bench.dbmon(["apply", file], { environment });
  expect(again).toMatchObject({
    code: 0,
    stdout: `Environment: ${emulator.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 2 in sync.\n`,
  });
});

it.each([["apply"], ["destroy"]])("%s --dry-run shows the changes, and writes nothing", async (command) => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  if (command === "destroy") await bench.dbmon(["apply", file, "-y"], { environment });
  const before = writesTo(emulator);
  const run = await bench.dbmon([command, file, "--dry-run", "-y"], { environment });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain(": 1 to ");
  expect(run.stderr).toContain("Dry run. Nothing was written.");
  expect(writesTo(emulator)).toEqual(before);
});

it("plan --detailed-exitcode exits with 2 if there are changes, else with 0", async () => {
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

it("renamed_from renames the alert in place, and has no effect after that", async () => {
  const { emulator, environment } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed));
  await bench.dbmon(["apply", file, "--yes"], { environment });
  emulator.requests.clear();
  const renameFrom = (source: string) =>
    bench.write(
      "alerts.yaml",
      alerts(deployed.replace("name: Deployed", `name: Released\n    renamed_from: ${source}`)),
    );
  renameFrom("Deploid");
  for (const command of ["plan", "drift"]) {
    const misspelled = await bench.dbmon([command, file, "--window", "0"], { environment });
    expect(misspelled.stderr).toContain(
      'warning: alerts.yaml:3:19: "Released", field renamed_from: No live alert is named "Deploid", so an apply ' +
        'would create this alert instead of renaming one.\n  Did you mean "Deployed"?\n',
    );
  }
  renameFrom("Deployed");
  const planned = await bench.dbmon(["plan", file], { environment });
  expect(planned.stdout).toContain(
    '~ "Released" will be renamed from "Deployed" (id 1)\n    name: "Deployed" -> "Released"\n',
  );
  expect(planned.stdout).toContain("Plan: 1 to rename. 0 in sync.\n");
  expect((await bench.dbmon(["apply", file, "--yes"], { environment })).code).toBe(0);
  expect(writesTo(emulator)).toEqual(["PUT /alerts/1"]);
  const again = await bench.dbmon(["plan", file], { environment });
  expect(again).toMatchObject({
    code: 0,
    stdout: `Environment: ${emulator.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 1 in sync.\n`,
  });
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
    const purpose = command === "apply" ? "apply" : "delete the alerts";
    expect(run.stderr).toMatch(
      new RegExp(
        `To ${purpose} exactly as shown, run: dbmon apply --plan \\.dbmon/([0-9a-f]{64})\\.json --digest \\1\n$`,
      ),
    );
    expect(writesTo(emulator)).toEqual([]);
  },
);

it("destroy deletes the defined alerts only", async () => {
  const { emulator, environment } = await setUp();
  const both = bench.write("both.yaml", alerts(cpuHigh, deployed));
  await bench.dbmon(["apply", both, "--yes"], { environment });
  emulator.requests.clear();
  const one = bench.write("one.yaml", alerts(deployed));
  const run = await bench.dbmon(["destroy", one, "--yes"], { environment });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('- "Deployed" will be deleted');
  expect(run.stdout).toContain("1 unmanaged");
  expect(run.stdout).toContain("\nDestroy: 1 of 1 changes applied.");
  expect(writesTo(emulator)).toHaveLength(1);
  const after = await bench.dbmon(["plan", both], { environment });
  expect(after.stdout).toContain("1 to create. 1 in sync");
});

it("a failed change is reported with its alert, the other changes are applied, and the exit code is 1", async () => {
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
  // The failure is next to the summary, and its reason is on stderr.
  expect(run.stdout).toContain('\n! "CPU high" could not be created\n\nApply: ');
  expect(run.stderr).toContain("no such metric");
  expect(run.stdout).not.toContain("no such metric");
});

it("several sources and a folder of files form one set of definitions", async () => {
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
  "%s lets the creations in progress finish, and starts no other",
  async (signal) => {
    const emulator = await bench.emulator();
    const gate = await RequestGate.start(emulator.url);
    bench.onClose(() => gate.stop());
    gate.hold("POST", /\/alerts$/);
    const names = Array.from({ length: 10 }, (_, index) => deployed.replace("Deployed", `Deployed ${index}`));
    const file = bench.write("alerts.yaml", alerts(...names));
    let command: ChildProcess | undefined;
    const running = bench.dbmon(["apply", file, "--yes", "--parallel", "3"], {
      environment: environmentOf(gate),
      onOutput: (_, process) => (command = process),
      onError: (stderr) => {
        if (stderr.includes("Interrupted")) gate.release();
      },
    });
    await until(() => gate.heldCount === 3);
    command?.kill(signal);
    const run = await running;
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("3 of 10 changes applied, 7 not started.");
    const writes = writesTo(emulator);
    expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(3);
    expect(writes.filter((write) => write.startsWith("PUT"))).toHaveLength(3);
  },
);
