/** A creation that meets an alert of its name: adopted, completed or refused, never doubled. */
import { createAlert, ForeignAlertError } from "../../src/engine";
import {
  cpuHigh,
  cpuHighConfigOnWire,
  cpuHighOnWire,
  engineBench,
  type Environment,
  failureOf,
} from "./engine-bench";

const start = engineBench();

/** Somebody else's alert, made in full. */
async function madeByHand(environment: Environment, own: object = {}, config: object = {}): Promise<void> {
  await environment.byHand("POST", "/alerts", { ...cpuHighOnWire, ...own });
  await environment.byHand("PUT", "/alerts/1/config", { ...cpuHighConfigOnWire, ...config });
}

it("an identical alert is adopted without a write", async () => {
  const environment = await start();
  await madeByHand(environment, { destinations: [2, 1], owner: "somebody" });
  expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "adopted" });
  expect(environment.calls()).toEqual(["GET /alerts", "GET /alerts/1/config"]);
});

it.each([
  ["settings", { policy: 1 }, {}, ["policy"]],
  ["configuration", {}, { trigger: 0.95, hosts: [1] }, ["hosts", "threshold.trigger"]],
] as const)("one that differs in its %s is refused, with the differences", async (_, own, config, paths) => {
  const environment = await start();
  await madeByHand(environment, own, config);
  const error = await failureOf(createAlert(environment.session(), cpuHigh));
  if (!(error instanceof ForeignAlertError)) throw error;
  expect(error.differences.map(({ path }) => path.join("."))).toEqual(paths);
  expect(error.existing.id).toBe(1);
  expect(error.message).toMatch(/"CPU high".*id 1/);
  expect(environment.writes()).toEqual([]);
});

it("one of the other kind is refused, even where adoption is wanted", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", { ...cpuHighOnWire, type: 1 });
  const error = await failureOf(createAlert(environment.session(), cpuHigh, { existingAlerts: "adopt" }));
  expect(error).toBeInstanceOf(ForeignAlertError);
  expect(environment.writes()).toEqual([]);
});

it("one that differs is changed where adoption is wanted: only the half that differs", async () => {
  const environment = await start();
  await madeByHand(environment, {}, { trigger: 0.95 });
  const created = await createAlert(environment.session(), cpuHigh, { existingAlerts: "adopt" });
  expect(created).toMatchObject({ id: 1, how: "updated" });
  expect(created.before?.config?.condition).toMatchObject({ trigger: 0.95 });
  expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
  expect(await environment.byHand("GET", "/alerts/1/config")).toEqual(cpuHighConfigOnWire);
});

it("one of our settings without a configuration is our own half, and is completed", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", cpuHighOnWire);
  expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "completed" });
  expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
});

it("one of other settings without a configuration is somebody else's half, and is left", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", { ...cpuHighOnWire, annotations: "mine" });
  expect(await failureOf(createAlert(environment.session(), cpuHigh))).toBeInstanceOf(ForeignAlertError);
  expect(environment.writes()).toEqual([]);
});

it("two of one name are told with both ids, and nothing is written", async () => {
  const environment = await start({ uniqueNames: false });
  await environment.byHand("POST", "/alerts", cpuHighOnWire);
  await environment.byHand("POST", "/alerts", cpuHighOnWire);
  const { message } = await failureOf(createAlert(environment.session(), cpuHigh));
  expect(message).toMatch(/"CPU high".*1, 2/);
  expect(environment.writes()).toEqual([]);
});

describe("met as 409, because the list was older", () => {
  it("an identical alert is adopted", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await madeByHand(environment);
    expect(await createAlert(session, cpuHigh)).toEqual({ id: 1, how: "adopted" });
    expect(environment.writes()).toEqual(["POST /alerts"]);
    expect(await environment.listed()).toHaveLength(1);
  });

  it("a different alert is refused", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await madeByHand(environment, { disabled: 1 });
    const error = await failureOf(createAlert(session, cpuHigh));
    expect(error).toMatchObject({ differences: [{ path: ["disabled"], from: true, to: false }] });
    expect(environment.writes()).toEqual(["POST /alerts"]);
  });

  it("what an earlier run made is found once the list shows it", async () => {
    const environment = await start({ staleReads: true });
    await createAlert(environment.session(), cpuHigh);
    environment.clock.pass(20_000);
    environment.forgetCalls();
    const later = environment.clock.now();
    expect(await createAlert(environment.session(), cpuHigh)).toMatchObject({ id: 1 });
    expect(environment.writes()).toEqual(["POST /alerts"]);
    expect(environment.clock.now() - later).toBe(40_000);
    expect(await environment.listed()).toHaveLength(1);
  });
});

it.each(["error", "adopt"] as const)(
  "an alert of a kind that is not known holds its name, and is not touched (%s)",
  async (existingAlerts) => {
    const environment = await start();
    const body = [{ id: 41, name: cpuHigh.name, type: 3 }];
    environment.faults.add({ method: "GET", path: /\/alerts$/, answer: { status: 200, body } });
    const failure = await failureOf(
      createAlert(environment.session(), cpuHigh, { existingAlerts: existingAlerts }),
    );
    expect(failure.message).toContain(
      "(id 41), but this version of dbmon does not support its kind (type 3)",
    );
    expect(environment.calls()).toEqual(["GET /alerts"]);
  },
);
