/** Creation of an alert whose name is taken: the existing alert is adopted, completed or refused, never duplicated. */
import { createAlert, ForeignAlertError } from "../../src/engine";
import {
  cpuHigh,
  cpuHighConfigJson,
  cpuHighJson,
  engineFixture,
  type Environment,
  rejectionOf,
} from "../support/engine-fixture";

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

it("an identical alert is adopted without a write", async () => {
  const environment = await start();
  await createManually(environment, { destinations: [2, 1], owner: "dba" });
  expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, outcome: "adopted" });
  expect(environment.calls()).toEqual(["GET /alerts", "GET /alerts/1/config"]);
});

it.each([
  ["settings", { policy: 1 }, {}, ["policy"]],
  ["configuration", {}, { trigger: 0.95, hosts: [1] }, ["hosts", "threshold.trigger"]],
] as const)(
  "an alert with different %s is refused, and the error has the differences",
  async (_, settings, config, paths) => {
    const environment = await start();
    await createManually(environment, settings, config);
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh));
    if (!(error instanceof ForeignAlertError)) throw error;
    expect(error.differences.map(({ path }) => path.join("."))).toEqual(paths);
    expect(error.existing.id).toBe(1);
    expect(error.message).toMatch(/"CPU high".*id 1/);
    expect(environment.writes()).toEqual([]);
  },
);

const alertsToAdopt: Record<string, (environment: Environment) => Promise<void>> = {
  identical: (environment) => createManually(environment),
  incomplete: async (environment) => {
    await environment.callDirectly("POST", "/alerts", cpuHighJson);
  },
  different: (environment) => createManually(environment, { policy: 1 }),
  "of the other kind": async (environment) => {
    await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, type: 1 });
  },
};

it.each([
  ["identical", "adopt", "adopted", []],
  ["identical", "adopt_identical", "adopted", []],
  ["identical", "error", "refused", []],
  ["incomplete", "adopt", "completed", ["PUT /alerts/1/config"]],
  ["incomplete", "adopt_identical", "completed", ["PUT /alerts/1/config"]],
  ["incomplete", "error", "completed", ["PUT /alerts/1/config"]],
  ["different", "adopt", "updated", ["PUT /alerts/1"]],
  ["different", "adopt_identical", "refused", []],
  ["different", "error", "refused", []],
  ["of the other kind", "adopt", "refused", []],
  ["of the other kind", "adopt_identical", "refused", []],
  ["of the other kind", "error", "refused", []],
] as const)(
  "an alert that is %s, with existingAlerts: %s, is %s",
  async (state, existingAlerts, outcome, writes) => {
    const environment = await start();
    await alertsToAdopt[state]?.(environment);
    const result = await createAlert(environment.session(), cpuHigh, { existingAlerts }).then(
      (creation) => creation.outcome,
      (error: unknown) => (error instanceof ForeignAlertError ? "refused" : error),
    );
    expect({ result, writes: environment.writes() }).toEqual({ result: outcome, writes });
  },
);

it("existingAlerts: adopt updates only the part that differs: settings or configuration", async () => {
  const environment = await start();
  await createManually(environment, {}, { trigger: 0.95 });
  const created = await createAlert(environment.session(), cpuHigh, { existingAlerts: "adopt" });
  expect(created).toMatchObject({ id: 1, outcome: "updated" });
  expect(created.before?.config?.condition).toMatchObject({ trigger: 0.95 });
  expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
  expect(await environment.callDirectly("GET", "/alerts/1/config")).toEqual(cpuHighConfigJson);
});

it("an incomplete alert with different settings is refused", async () => {
  const environment = await start();
  await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, annotations: "Manual" });
  expect(await rejectionOf(createAlert(environment.session(), cpuHigh))).toBeInstanceOf(ForeignAlertError);
  expect(environment.writes()).toEqual([]);
});

it("two alerts with the same name are an error that has both IDs, and nothing is written", async () => {
  const environment = await start({ uniqueNames: false });
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  const { message } = await rejectionOf(createAlert(environment.session(), cpuHigh));
  expect(message).toMatch(/"CPU high".*1, 2/);
  expect(environment.writes()).toEqual([]);
});

describe("when the list is stale and the POST is refused with 409", () => {
  it("an identical alert is adopted", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await createManually(environment);
    expect(await createAlert(session, cpuHigh)).toEqual({ id: 1, outcome: "adopted" });
    expect(environment.writes()).toEqual(["POST /alerts"]);
    expect(await environment.listAlerts()).toHaveLength(1);
  });

  it("an identical alert is refused with existingAlerts: error, and the error says so", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await createManually(environment);
    const error = await rejectionOf(createAlert(session, cpuHigh, { existingAlerts: "error" }));
    expect(error).toBeInstanceOf(ForeignAlertError);
    expect(error.message).toContain("An alert of this name already exists (id 1) with identical content.");
    expect(environment.writes()).toEqual(["POST /alerts"]);
  });

  it("a different alert is refused", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await createManually(environment, { disabled: 1 });
    const error = await rejectionOf(createAlert(session, cpuHigh));
    expect(error).toMatchObject({ differences: [{ path: ["disabled"], from: true, to: false }] });
    expect(environment.writes()).toEqual(["POST /alerts"]);
  });

  it("an alert of a previous run is found when the list contains it", async () => {
    const environment = await start({ staleReads: true });
    await createAlert(environment.session(), cpuHigh);
    environment.clock.pass(20_000);
    environment.clearCalls();
    const started = environment.clock.now();
    expect(await createAlert(environment.session(), cpuHigh)).toMatchObject({ id: 1 });
    expect(environment.writes()).toEqual(["POST /alerts"]);
    expect(environment.clock.now() - started).toBe(40_000);
    expect(await environment.listAlerts()).toHaveLength(1);
  });
});

it.each(["error", "adopt_identical", "adopt"] as const)(
  "an alert of an unsupported kind with the same name is an error, and is not changed (%s)",
  async (existingAlerts) => {
    const environment = await start();
    const body = [{ id: 41, name: cpuHigh.name, type: 3 }];
    environment.faults.add({ method: "GET", path: /\/alerts$/, answer: { status: 200, body } });
    const failure = await rejectionOf(
      createAlert(environment.session(), cpuHigh, { existingAlerts: existingAlerts }),
    );
    expect(failure.message).toContain("(id 41) and has an unsupported kind (type 3)");
    expect(environment.calls()).toEqual(["GET /alerts"]);
  },
);
