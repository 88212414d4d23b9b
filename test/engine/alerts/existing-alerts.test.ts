/** Creation of an alert whose name a live alert has: only the alert that the caller allows is adopted, and none is duplicated. */
import { createAlert, ExistingAlertError } from "../../../src/engine";
import { type LiveAlert } from "../../../src/reconcile";
import { isSupported } from "../../../src/service";
import {
  cpuHigh,
  cpuHighConfigJson,
  cpuHighJson,
  engineFixture,
  type Environment,
  rejectionOf,
} from "../engine-fixture";

const start = engineFixture();

/** Creates alert 1 directly in the service, with its configuration. */
async function createManually(
  environment: Environment,
  settings: object = {},
  config: object = {},
): Promise<void> {
  await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, ...settings });
  await environment.callDirectly("PUT", "/alerts/1/config", { ...cpuHighConfigJson, ...config });
}

/** Alert 1 as a plan shows it. */
async function readLive(environment: Environment): Promise<LiveAlert> {
  const { live } = environment.session();
  const listed = await live.findById(1);
  if (listed === undefined || !isSupported(listed)) throw new Error("alert 1 not found");
  const read = await live.withConfig(listed);
  environment.clearCalls();
  return read;
}

const existing: Record<string, (environment: Environment) => Promise<unknown>> = {
  identical: (environment) => createManually(environment, { destinations: [2, 1], owner: "dba" }),
  incomplete: (environment) => environment.callDirectly("POST", "/alerts", cpuHighJson),
  "incomplete and different": (environment) =>
    environment.callDirectly("POST", "/alerts", { ...cpuHighJson, policy: 1 }),
  "different in a setting": (environment) => createManually(environment, { policy: 1 }),
  "different in its configuration": (environment) =>
    createManually(environment, {}, { trigger: 0.95, hosts: [1] }),
  "of the other kind": (environment) =>
    environment.callDirectly("POST", "/alerts", { ...cpuHighJson, type: 1 }),
};
const config = "PUT /alerts/1/config";

it.each([
  ["identical", "none", "refused", []],
  ["identical", "identical", "adopted", []],
  ["identical", "reviewed", "adopted", []],
  ["incomplete", "none", "refused", []],
  ["incomplete", "identical", "updated", [config]],
  ["incomplete", "reviewed", "updated", [config]],
  ["incomplete and different", "none", "refused", []],
  ["incomplete and different", "identical", "refused", []],
  ["incomplete and different", "reviewed", "updated", ["PUT /alerts/1", config]],
  ["different in a setting", "none", "refused", []],
  ["different in a setting", "identical", "refused", []],
  ["different in a setting", "reviewed", "updated", ["PUT /alerts/1"]],
  ["different in its configuration", "identical", "refused", []],
  ["different in its configuration", "reviewed", "updated", [config]],
  ["of the other kind", "none", "refused", []],
  ["of the other kind", "identical", "refused", []],
] as const)("an alert that is %s, with %s adoptable, is %s", async (state, adoptable, outcome, writes) => {
  const environment = await start();
  await existing[state]?.(environment);
  const reviewed = adoptable === "reviewed" ? await readLive(environment) : adoptable;
  environment.clearCalls();
  const result = await createAlert(environment.session(), cpuHigh, reviewed).then(
    (creation) => creation.outcome,
    (error: unknown) => {
      if (error instanceof ExistingAlertError) return "refused";
      throw error;
    },
  );
  expect({ result, writes: environment.writes() }).toEqual({ result: outcome, writes });
});

it.each([
  ["in a setting", ["policy"]],
  ["in its configuration", ["hosts", "threshold.trigger"]],
])("the error about an alert that is different %s has the id and the differences", async (part, paths) => {
  const environment = await start();
  await existing[`different ${part}`]?.(environment);
  const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
  if (!(error instanceof ExistingAlertError)) throw error;
  expect(error.differences.map(({ path }) => path.join("."))).toEqual(paths);
  expect([error.existing.id, error.message]).toEqual([1, expect.stringMatching(/"CPU high".*id 1/)]);
});

it("an adoption of a different alert returns the alert before its update", async () => {
  const environment = await start();
  await createManually(environment, {}, { trigger: 0.95 });
  const created = await createAlert(environment.session(), cpuHigh, await readLive(environment));
  expect(created.before?.config?.condition).toMatchObject({ trigger: 0.95 });
  expect(await environment.callDirectly("GET", "/alerts/1/config")).toEqual(cpuHighConfigJson);
});

it("two alerts with the same name are an error that has both IDs, and nothing is written", async () => {
  const environment = await start({ uniqueNames: false });
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  const { message } = await rejectionOf(createAlert(environment.session(), cpuHigh, "identical"));
  expect(message).toMatch(/"CPU high".*1, 2/);
  expect(environment.writes()).toEqual([]);
});

describe("when the list is stale and the POST is refused with 409", () => {
  it.each([
    ["identical", {}, "identical", "adopted"],
    ["identical", {}, "none", "An alert with this name already exists (id 1) with identical content."],
    [
      "different",
      { disabled: 1 },
      "identical",
      "An alert with this name already exists (id 1) and differs from the definition.",
    ],
  ] as const)(
    "an %s alert (settings: %j), with %s adoptable, is: %s",
    async (_, settings, adoptable, outcome) => {
      const environment = await start();
      const session = environment.session();
      await session.live.alerts();
      await createManually(environment, settings);
      const result = await createAlert(session, cpuHigh, adoptable).then(
        (creation) => creation.outcome,
        (error: unknown) => String(error),
      );
      expect(result).toContain(outcome);
      expect(environment.writes()).toEqual(["POST /alerts"]);
      expect(await environment.listAlerts()).toHaveLength(1);
    },
  );

  it("an alert of a previous run is found when the list contains it", async () => {
    const environment = await start({ staleReads: true });
    await createAlert(environment.session(), cpuHigh, "none");
    environment.clock.pass(20_000);
    environment.clearCalls();
    const started = environment.clock.now();
    expect(await createAlert(environment.session(), cpuHigh, "identical")).toMatchObject({ id: 1 });
    expect(environment.writes()).toEqual(["POST /alerts"]);
    expect(environment.clock.now() - started).toBe(40_000);
    expect(await environment.listAlerts()).toHaveLength(1);
  });
});

it.each(["none", "identical"] as const)(
  "an alert of an unsupported kind with the same name is an error, and is not changed (%s)",
  async (adoptable) => {
    const environment = await start();
    const body = [{ id: 41, name: cpuHigh.name, type: 3 }];
    environment.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body } });
    const failure = await rejectionOf(createAlert(environment.session(), cpuHigh, adoptable));
    expect(failure.message).toContain("(id 41) and has an unsupported kind (type 3)");
    expect(environment.calls()).toEqual(["GET /alerts"]);
  },
);
