/** `dbmon plan` and `dbmon apply` with `--existing`: live alerts with the name of a definition are adopted or refused. */
import { type ServiceEmulator } from "../../src/emulator";
import { alerts, commandBench, deployed, environmentOf, writesTo } from "./command";

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
const identical =
  'alerts.yaml:2:11: "Deployed", field name: An alert of this name exists already (id 1) with identical content';

describe.each(["adopt", "adopt_identical"])("--existing %s", (value) => {
  it("announces the adoption of an identical alert, and apply does not write to it", async () => {
    const { emulator, dbmon } = await setUp();
    const planned = await dbmon("plan", file, "--existing", value);
    expect(planned.code).toBe(0);
    expect(planned.stderr).toContain(
      `warning: ${identical}: it will be adopted, and dbmon destroy deletes it.\n  If someone else manages it, rename this definition.`,
    );
    expect(planned.stderr).not.toContain('"New"');
    const applied = await dbmon("apply", file, "--existing", value, "--yes");
    expect(applied.code).toBe(0);
    expect(applied.stderr).toContain(`warning: ${identical}`);
    expect(writesTo(emulator)).toEqual(["POST /alerts", "PUT /alerts/2/config"]);
  });
});

it("--existing is optional: a plan without it treats the live alert as managed, and has no warning", async () => {
  const { dbmon } = await setUp();
  const planned = await dbmon("plan", file);
  expect(planned).toMatchObject({ code: 0, stderr: "" });
  expect(planned.stdout).toContain("Plan: 1 to create. 1 in sync.");
});

it("--existing adopt announces the update of a different alert", async () => {
  const { emulator, dbmon } = await setUp(different);
  const applied = await dbmon("apply", file, "--existing", "adopt", "--yes");
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain(
    '"Deployed", field name: An alert of this name exists already (id 1) and differs: it will be adopted and updated, and dbmon destroy deletes it.',
  );
  expect(writesTo(emulator).sort()).toEqual(["POST /alerts", "PUT /alerts/1/config", "PUT /alerts/2/config"]);
});

it.each([
  [
    "error",
    "an identical",
    deployed,
    "with identical content.",
    "adopt the alert with --existing adopt_identical.",
  ],
  [
    "error",
    "a different",
    different,
    "and differs in event.categories.",
    "adopt and update the alert with --existing adopt.",
  ],
  [
    "adopt_identical",
    "a different",
    different,
    "and differs in event.categories.",
    "adopt and update the alert with --existing adopt.",
  ],
  [
    "adopt",
    "an other-kind",
    otherKind,
    "and has the other kind (event).",
    "Delete that alert, or rename this definition.",
  ],
] as const)(
  "--existing %s refuses %s alert, and writes nothing",
  async (value, _, definition, what, remedy) => {
    const { emulator, dbmon } = await setUp(definition);
    const problem = `error: alerts.yaml:2:11: "Deployed", field name: An alert of this name already exists (id 1) ${what}\n`;
    const planned = await dbmon("plan", file, "--existing", value, "--out", "plan.json");
    expect(planned).toMatchObject({ code: 1, stdout: "" });
    expect(planned.stderr).toContain(problem);
    expect(planned.stderr).toContain(remedy);
    expect(planned.stderr).toContain('+ "New" will be created');
    const applied = await dbmon("apply", file, "--existing", value, "--yes");
    expect(applied.code).toBe(1);
    expect(applied.stderr).toContain(problem);
    expect(await dbmon("apply", "--plan", "plan.json")).toMatchObject({ code: 1 });
    expect(writesTo(emulator)).toEqual([]);
  },
);

it("--existing error completes an incomplete alert with the desired settings: a killed run may have created it", async () => {
  const { emulator, dbmon } = await setUp();
  await createIncomplete(emulator, "New");
  const completed = await dbmon("apply", file, "--existing", "error", "--target", "New", "--yes");
  expect(completed.code).toBe(0);
  expect(completed.stderr).toContain(
    '"New", field name: An alert of this name exists already (id 2) without its configuration: it will be adopted and completed, and dbmon destroy deletes it.',
  );
  expect(writesTo(emulator).slice(1)).toEqual(["PUT /alerts/2/config"]);
});

it("--existing error refuses no alert that renamed_from declares", async () => {
  const { dbmon } = await setUp(deployed.replace("Deployed", "Released\n    renamed_from: Deployed"));
  const applied = await dbmon("apply", file, "--existing", "error", "--yes");
  expect(applied.code).toBe(0);
  expect(applied.stderr).not.toContain("An alert of this name");
});

it("--existing error refuses an identical alert that appears after the plan", async () => {
  const { emulator, dbmon } = await setUp();
  bench.write(file, alerts(deployed.replace("Deployed", "New")));
  // The plan lists the alerts once. The apply lists them again before its first write.
  emulator.faults.add({
    method: "GET",
    path: /\/alerts$/,
    times: 1,
    answer: { status: 200, body: { data: [] } },
  });
  await createIncomplete(emulator, "New", { hosts: [1], host_types: [], categories: ["deploy"] });
  emulator.requests.clear();
  const refused = await dbmon("apply", file, "--existing", "error", "--yes");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '"New", field name: An alert of this name already exists (id 2) with identical content.',
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("reports the announcement in Markdown and in the JSON document of the plan", async () => {
  const { dbmon } = await setUp();
  const markdown = await dbmon("plan", file, "--existing", "adopt_identical", "--format", "markdown");
  expect(markdown.stdout).toContain("exists already \\(id 1\\) with identical content");
  const json = await dbmon("plan", file, "--existing", "adopt_identical", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    problems: [{ severity: "warning", where: { subject: "Deployed", field: ["name"], line: 2 } }],
  });
});

it("accepts only the three values, and only with definitions", async () => {
  const { dbmon } = await setUp();
  const invalid = await dbmon("plan", file, "--existing", "ignore");
  expect(invalid.code).toBe(1);
  expect(invalid.stderr).toContain("Must be adopt, adopt_identical or error.");
  await dbmon("plan", file, "--out", "plan.json");
  const saved = await dbmon("apply", "--plan", "plan.json", "--existing", "error");
  expect(saved.stderr).toContain("Remove the sources, --target, --prune, --max-deletes and --existing");
});

/** Creates an event alert that equals the definition of `deployed`. Without a configuration, it is incomplete. */
async function createIncomplete(emulator: ServiceEmulator, name: string, config?: object): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${emulator.url}/api/v2/config/alerts${path}`, {
      method,
      headers: { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(300);
    return response;
  };
  const settings = { name, destinations: [], policy: 1, type: 1, annotations: "", disabled: 0 };
  const response = await call("POST", "", settings);
  // The schema of ALERT-2.
  const { id } = (await response.json()) as { id: number };
  if (config !== undefined) await call("PUT", `/${String(id)}/config`, config);
}
