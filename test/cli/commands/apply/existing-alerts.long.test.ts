/** `dbmon plan` and `dbmon apply` with `--existing`: live alerts with the name of a definition are managed or refused. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, deployed, environmentOf, writesTo } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";
import { callService } from "../../../support/emulator";

const bench = commandBench();
const file = "alerts.yaml";

/** An environment in which the alert `Deployed` (id 1) exists, and definitions of this and of a new alert. */
async function setUp(definition = deployed) {
  const emulator = await bench.emulator();
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  bench.write(file, alerts(deployed));
  expect(await dbmon("apply", file, "--yes")).toMatchObject({ code: 0 });
  bench.write(file, alerts(definition, deployed.replace("Deployed", "New")));
  emulator.requests.clear();
  return { emulator, dbmon };
}

const different = deployed.replace("[deploy]", "[other]");
const otherKind = `
  - name: Deployed
    policy: 1
    destinations: [1]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 0.9, duration: 2, reset: 0.8 }
`;
it.each([[[]], [["--existing", "adopt"]]])(
  "a live alert is managed by its name, without a warning (arguments: %j)",
  async (args) => {
    const same = await setUp();
    const planned = await same.dbmon("plan", file, ...args);
    expect(planned.code).toBe(0);
    expect(planned.stdout).toContain("Plan: 1 to create. 1 in sync.");
    expect(planned.stderr).not.toContain("An alert with this name");
    const { emulator, dbmon } = await setUp(different);
    const applied = await dbmon("apply", file, ...args, "--yes");
    expect(applied.code).toBe(0);
    expect(applied.stderr).not.toContain("An alert with this name");
    expect(writesTo(emulator).sort()).toEqual([
      "POST /alerts",
      "PUT /alerts/1/config",
      "PUT /alerts/2/config",
    ]);
  },
);

it.each([
  [
    "an identical",
    deployed,
    "with identical content.",
    "adopt the alert with --existing adopt. See docs/guides/existing-alerts.md.",
  ],
  [
    "a different",
    different,
    "and differs in event.categories.",
    "adopt and update the alert with --existing adopt. See docs/guides/existing-alerts.md.",
  ],
  [
    "an other-kind",
    otherKind,
    "and is of the other kind (event).",
    "Delete that alert, or rename this definition. See docs/guides/existing-alerts.md.",
  ],
] as const)("--existing error refuses %s alert, and writes nothing", async (_, definition, what, remedy) => {
  const { emulator, dbmon } = await setUp(definition);
  const problem = `error: alerts.yaml:2:11: "Deployed", field name: An alert with this name already exists (id 1) ${what}\n`;
  const planned = await dbmon("plan", file, "--existing", "error", "--out", "plan.json");
  expect(planned).toMatchObject({ code: 1, stdout: "" });
  expect(planned.stderr).toContain(problem);
  expect(planned.stderr).toContain(remedy);
  expect(planned.stderr).toContain('+ "New" will be created');
  const applied = await dbmon("apply", file, "--existing", "error", "--yes");
  expect(applied.code).toBe(1);
  expect(applied.stderr).toContain(problem);
  expect(await dbmon("apply", "--yes", "--plan", "plan.json")).toMatchObject({ code: 1 });
  expect(writesTo(emulator)).toEqual([]);
});

it("--existing error completes an incomplete alert with the desired settings: a killed run may have created it", async () => {
  const { emulator, dbmon } = await setUp();
  await createIncomplete(emulator, "New");
  const completed = await dbmon("apply", file, "--existing", "error", "--target", "New", "--yes");
  expect(completed.code).toBe(0);
  expect(completed.stderr).toContain(
    '"New", field name: An alert with this name exists already (id 2) without its configuration: it will be adopted and completed, and dbmon destroy deletes it.',
  );
  expect(writesTo(emulator).slice(1)).toEqual(["PUT /alerts/2/config"]);
});

it("--existing error refuses no alert that renamed_from declares", async () => {
  const { dbmon } = await setUp(deployed.replace("Deployed", "Released\n    renamed_from: Deployed"));
  const applied = await dbmon("apply", file, "--existing", "error", "--yes");
  expect(applied.code).toBe(0);
  expect(applied.stderr).not.toContain("An alert with this name");
});

it("--existing error refuses an identical alert that appears after the plan", async () => {
  const { emulator, dbmon } = await setUp();
  bench.write(file, alerts(deployed.replace("Deployed", "New")));
  // The plan lists the alerts once. The apply lists them again before its first write.
  emulator.faults.add({
    method: "GET",
    path: "*/alerts",
    times: 1,
    answer: { status: 200, body: { data: [] } },
  });
  await createIncomplete(emulator, "New", { hosts: [1], host_types: [], categories: ["deploy"] });
  emulator.requests.clear();
  const refused = await dbmon("apply", file, "--existing", "error", "--yes");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '"New", field name: An alert with this name already exists (id 2) with identical content.',
  );
  expect(writesTo(emulator)).toEqual([]);
});

it.each([
  ["identical", '= "New" exists already with the same content', "unchanged", []],
  ["incomplete", '~ "New" was completed (id 2)', "complete", ["PUT /alerts/2/config"]],
] as const)(
  "does not report an alert that another run created at the same time as created: %s",
  async (state, line, action, writes) => {
    const { emulator, dbmon } = await setUp();
    bench.write(file, alerts(deployed.replace("Deployed", "New")));
    // The list of the plan does not show the alert yet.
    emulator.faults.add({
      method: "GET",
      path: "*/alerts",
      times: 1,
      answer: { status: 200, body: { data: [] } },
    });
    const config = { hosts: [1], host_types: [], categories: ["deploy"] };
    await createIncomplete(emulator, "New", state === "identical" ? config : undefined);
    emulator.requests.clear();
    const applied = await dbmon("apply", file, "--yes", "--json", "--report", "text=report.txt");
    expect(applied.code).toBe(0);
    expect(writesTo(emulator)).toEqual(writes);
    expect(readFileSync(join(bench.folder(), "report.txt"), "utf8")).toContain(line);
    expect(JSON.parse(applied.stdout)).toMatchObject({ results: [{ name: "New", action, outcome: "done" }] });
  },
);

it("reports the refusal in Markdown and in the JSON document of the plan", async () => {
  const { dbmon } = await setUp();
  const markdown = await dbmon("plan", file, "--existing", "error", "--format", "markdown");
  expect(markdown.stdout).toContain("already exists \\(id 1\\) with identical content");
  const json = await dbmon("plan", file, "--existing", "error", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    dbmon: 1,
    problems: expect.arrayContaining([
      expect.objectContaining({
        severity: "error",
        where: expect.objectContaining({ subject: "Deployed", field: ["name"], line: 2 }) as object,
      }),
    ]) as object,
  });
});

it("accepts only the two values, and only with definitions", async () => {
  const { dbmon } = await setUp();
  for (const value of ["ignore", "adopt_identical"]) {
    const invalid = await parseCommandLine(["plan", file, "--existing", value]);
    expect(invalid.code).toBe(1);
    expect(invalid.stderr).toContain("Must be adopt or error.");
  }
  await dbmon("plan", file, "--out", "plan.json");
  const saved = await dbmon("apply", "--yes", "--plan", "plan.json", "--existing", "error");
  expect(saved.stderr).toContain("Remove the sources, --target, --prune, --max-deletes and --existing");
});

/** Creates an event alert that equals the definition of `deployed`. Without a configuration, it is incomplete. */
async function createIncomplete(emulator: ServiceEmulator, name: string, config?: object): Promise<void> {
  const settings = { name, destinations: [], policy: 1, type: 1, annotations: "", disabled: 0 };
  // The schema of ALERT-2.
  const { id } = (await callService(emulator, "POST", "/config/alerts", settings)) as { id: number };
  if (config === undefined) return;
  await callService(emulator, "PUT", `/config/alerts/${String(id)}/config`, config);
}
