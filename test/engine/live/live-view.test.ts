/** A session caches one list of alerts, and applies its own writes to each list that may be stale. */
import { createAlert, deleteAlert, updateAlert } from "../../../src/engine";
import { isSupported } from "../../../src/service";
import {
  cpuHigh,
  cpuHighJson,
  deployed,
  engineFixture,
  propagationWindowMs,
  rejectionOf,
} from "../engine-fixture";

const start = engineFixture();

it("concurrent and later queries share one list request", async () => {
  const environment = await start();
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  const session = environment.session();
  const results = await Promise.all([
    session.live.alerts(),
    session.live.findById(1),
    session.live.findByName("CPU high"),
    session.live.findByName("Deployed"),
  ]);
  await session.live.alerts();
  expect(results).toMatchObject([[{ id: 1 }], { id: 1 }, { id: 1 }, undefined]);
  expect(environment.calls()).toEqual(["GET /alerts"]);
});

it("a failed list request is repeated by the next query", async () => {
  const environment = await start();
  const fault = environment.faults.add({ method: "GET", answer: { status: 403 } });
  const session = environment.session();
  await rejectionOf(session.live.alerts());
  fault.remove();
  await session.live.alerts();
  expect(environment.calls()).toEqual(["GET /alerts", "GET /alerts"]);
});

it.each([
  [60, ["GET /alerts"]],
  [61, ["GET /alerts", "GET /alerts"]],
])("the list of a checked connection is used after %i s or fetched again", async (seconds, calls) => {
  const environment = await start();
  const session = environment.session();
  await session.live.checkConnection();
  environment.clock.pass(seconds * 1000);
  await Promise.all([session.live.alerts(), session.live.findById(1)]);
  environment.clock.pass(120_000);
  await session.live.alerts();
  expect(environment.calls()).toEqual(calls);
});

it("a catalog list is fetched once, or again after a failure, and omits deleted hosts", async () => {
  const environment = await start();
  environment.faults.add({ path: "/api/v2/hosts", times: 1, answer: { status: 403 } });
  const { catalog } = environment.session();
  await rejectionOf(catalog.hosts());
  const [hosts] = await Promise.all([catalog.hosts(), catalog.hosts()]);
  expect(hosts.map(({ name }) => name)).not.toContain("db-old.shop.example");
  expect(environment.calls()).toEqual(["GET /api/v2/hosts", "GET /api/v2/hosts"]);
});

it("an older list than a query accepts is fetched again", async () => {
  const environment = await start();
  const { live } = environment.session();
  await live.findByName("CPU high");
  environment.clock.pass(2000);
  await live.findByName("CPU high", 2000);
  expect(environment.calls()).toHaveLength(1);
  environment.clock.pass(1);
  await Promise.all([live.findByName("CPU high", 2000), live.findByName("Deployed", 2000)]);
  expect(environment.calls()).toHaveLength(2);
});

describe("with a stale list", () => {
  it("an alert that the session created is found at once, with its configuration", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh, "none");
    session.live.invalidate();
    const found = await session.live.findByName("CPU high");
    expect(await environment.listAlerts()).toEqual([]);
    expect(found).toMatchObject({ id: 1 });
    if (found === undefined || !isSupported(found)) throw new Error("not found");
    expect((await session.live.withConfig(found)).config).toMatchObject({ condition: cpuHigh.condition });
  });

  it("an alert that the session updated has its new fields, and an alert that it deleted is not found", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh, "none");
    await createAlert(session, deployed, "none");
    environment.clock.pass(2 * propagationWindowMs);
    session.live.invalidate();
    const found = await session.live.findByName("CPU high");
    if (found === undefined || !isSupported(found)) throw new Error("not found");
    await updateAlert(session, await session.live.withConfig(found), { ...cpuHigh, name: "CPU very high" });
    await deleteAlert(session, 2);
    session.live.invalidate();
    expect((await session.live.alerts()).map(({ name }) => name)).toEqual(["CPU very high"]);
    expect((await environment.listAlerts()).map(({ name }) => name)).toEqual(["CPU high", "Deployed"]);
  });

  it("after one propagation window, the list overrides the writes of the session", async () => {
    const environment = await start();
    const session = environment.session();
    await createAlert(session, cpuHigh, "none");
    await environment.callDirectly("DELETE", "/alerts/1");
    environment.clock.pass(propagationWindowMs - 1);
    session.live.invalidate();
    expect(await session.live.alerts()).toHaveLength(1);
    environment.clock.pass(1);
    session.live.invalidate();
    expect(await session.live.alerts()).toEqual([]);
  });

  it("an alert with the name of an alert that the session deleted can be created", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh, "none");
    await deleteAlert(session, 1);
    expect(await createAlert(session, cpuHigh, "none")).toEqual({ id: 2, outcome: "created" });
    environment.clock.pass(propagationWindowMs);
    expect(await environment.listAlerts()).toMatchObject([{ id: 2, name: "CPU high" }]);
  });
});

it("the deletion of an alert that no longer exists succeeds", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh, "none");
  const session = environment.session();
  await session.live.alerts();
  await environment.callDirectly("DELETE", "/alerts/1");
  await deleteAlert(session, 1);
  expect(environment.writes().at(-1)).toBe("DELETE /alerts/1");
  expect(await session.live.alerts()).toEqual([]);
});
