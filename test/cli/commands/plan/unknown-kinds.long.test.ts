/** Live alerts of an unsupported kind: never changed, and their names are in use. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { callService } from "../../../support/emulator";

const bench = commandBench();
const fromUi = { id: "41", name: "Made in the UI", policy: { every: "hour" }, type: 3 };

/** An emulator with the alert of a file. Its list also contains the others. */
async function setUp(text: string, ...others: unknown[]) {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const file = bench.write("alerts.yaml", alerts(text));
  expect((await bench.dbmon(["apply", file, "--yes"], { environment })).code).toBe(0);
  await listToo(emulator, others);
  emulator.requests.clear();
  return { emulator, environment, file };
}

async function listToo(emulator: ServiceEmulator, others: readonly unknown[]): Promise<void> {
  const { data } = (await callService(emulator, "GET", "/config/alerts")) as { data: unknown[] };
  emulator.faults.add({
    method: "GET",
    path: "*/alerts",
    answer: { status: 200, body: { data: [...data, ...others] } },
  });
}

it.each([3, "custom", null])("an alert of type %j is unmanaged", async (type) => {
  const { emulator, environment, file } = await setUp(cpuHigh, { ...fromUi, type });
  const run = await bench.dbmon(["plan", file, "--detailed-exitcode"], { environment });
  expect(run).toEqual({
    code: 0,
    stdout: `Environment: ${emulator.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 1 in sync, 1 unmanaged.\n`,
    stderr: "",
  });
  // The format of its configuration is unknown.
  expect(emulator.requests.list().filter(({ path }) => path.includes("/41"))).toEqual([]);
});

it.each(["plan", "apply"])("%s is refused if a definition has the name of such an alert", async (command) => {
  const { emulator, environment } = await setUp(cpuHigh, { ...fromUi, name: "Deployed" });
  const file = bench.write("both.yaml", alerts(cpuHigh, deployed));
  const run = await bench.dbmon([command, file], { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    'error: both.yaml:8:11: "Deployed", field name: An alert with this name exists (id 41) and has an unsupported ' +
      "kind (type 3).\n  The alert was not changed.",
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("plan is refused if a definition has the name of such an alert in renamed_from", async () => {
  const { environment } = await setUp(cpuHigh, fromUi);
  const text = deployed.replace("name: Deployed", "name: Deployed\n    renamed_from: Made in the UI");
  const run = await bench.dbmon(["plan", bench.write("new.yaml", alerts(text))], { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain('"Deployed", field renamed_from: The alert "Made in the UI" (id 41)');
});

it("destroy warns and does not delete such an alert, even if a definition has its name", async () => {
  const { emulator, environment } = await setUp(cpuHigh, { ...fromUi, name: "Deployed" });
  const file = bench.write("both.yaml", alerts(cpuHigh, deployed));
  const run = await bench.dbmon(["destroy", file, "--yes"], { environment });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(
    'warning: both.yaml:8:5: "Deployed": The alert (id 41) has an unsupported kind (type 3).',
  );
  expect(run.stdout).toContain("1 to delete. 0 in sync, 1 unmanaged");
  expect(writesTo(emulator)).toEqual(["DELETE /alerts/1"]);
});

it("an alert whose kind became unsupported after the plan is not written", async () => {
  const { emulator, environment } = await setUp(cpuHigh);
  emulator.faults.clear();
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("policy: 2", "policy: 1")));
  emulator.faults.add({
    method: "GET",
    path: "*/alerts",
    nth: 2,
    answer: { status: 200, body: [{ id: 1, name: "CPU high", type: 3 }] },
  });
  const run = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("was changed to an unsupported kind since the plan was made");
  expect(writesTo(emulator)).toEqual([]);
});

it("an alert without a name in the list is an error, and no alert counts as absent", async () => {
  const { environment, file } = await setUp(cpuHigh, { ...fromUi, name: undefined });
  const run = await bench.dbmon(["plan", file], { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("alerts[1]: name:");
});
