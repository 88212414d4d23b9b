/** What a session knows of its environment: one list, and its own writes laid over it while they may not show. */
import { createAlert, deleteAlert, updateAlert } from "../../src/engine";
import { isSupported } from "../../src/service";
import { cpuHigh, cpuHighOnWire, deployed, engineBench, failureOf, window } from "./engine-bench";

const start = engineBench();

it("the list is fetched once, however many ask, and however they ask", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", cpuHighOnWire);
  const session = environment.session();
  const answers = await Promise.all([
    session.live.alerts(),
    session.live.findById(1),
    session.live.findByName("CPU high"),
    session.live.findByName("Deployed"),
  ]);
  await session.live.alerts();
  expect(answers).toMatchObject([[{ id: 1 }], { id: 1 }, { id: 1 }, undefined]);
  expect(environment.calls()).toEqual(["GET /alerts"]);
});

it("a list that failed is asked for again", async () => {
  const environment = await start();
  const fault = environment.faults.add({ method: "GET", answer: { status: 403 } });
  const session = environment.session();
  await failureOf(session.live.alerts());
  fault.remove();
  expect(await session.live.alerts()).toEqual([]);
});

it("a catalog's list is fetched once, and again after it failed; deleted hosts are not offered", async () => {
  const environment = await start();
  environment.faults.add({ path: "/api/v2/hosts", times: 1, answer: { status: 403 } });
  const { catalog } = environment.session();
  await failureOf(catalog.hosts());
  const [hosts] = await Promise.all([catalog.hosts(), catalog.hosts()]);
  expect(hosts.map(({ name }) => name)).not.toContain("db-old.shop.example");
  expect(environment.calls()).toEqual(["GET /api/v2/hosts", "GET /api/v2/hosts"]);
});

describe("with a list that lags behind", () => {
  it("what the session created is there at once, with its configuration", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh);
    session.live.invalidate();
    const found = await session.live.findByName("CPU high");
    expect(await environment.listed()).toEqual([]);
    expect(found).toMatchObject({ id: 1 });
    if (found === undefined || !isSupported(found)) throw new Error("not found");
    expect((await session.live.withConfig(found)).config).toMatchObject({ condition: cpuHigh.condition });
  });

  it("what it changed is there as it is now, and what it deleted is gone", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh);
    await createAlert(session, deployed);
    environment.clock.pass(2 * window);
    session.live.invalidate();
    const found = await session.live.findByName("CPU high");
    if (found === undefined || !isSupported(found)) throw new Error("not found");
    await updateAlert(session, await session.live.withConfig(found), { ...cpuHigh, name: "CPU very high" });
    await deleteAlert(session, 2);
    session.live.invalidate();
    expect((await session.live.alerts()).map(({ name }) => name)).toEqual(["CPU very high"]);
    expect((await environment.listed()).map(({ name }) => name)).toEqual(["CPU high", "Deployed"]);
  });

  it("after a window, the list is believed again", async () => {
    const environment = await start();
    const session = environment.session();
    await createAlert(session, cpuHigh);
    await environment.byHand("DELETE", "/alerts/1");
    environment.clock.pass(window - 1);
    session.live.invalidate();
    expect(await session.live.alerts()).toHaveLength(1);
    environment.clock.pass(1);
    session.live.invalidate();
    expect(await session.live.alerts()).toEqual([]);
  });

  it("a name that the session has just deleted can be created again", async () => {
    const environment = await start({ staleReads: true });
    const session = environment.session();
    await createAlert(session, cpuHigh);
    await deleteAlert(session, 1);
    expect(await createAlert(session, cpuHigh)).toEqual({ id: 2, how: "created" });
    environment.clock.pass(window);
    expect(await environment.listed()).toMatchObject([{ id: 2, name: "CPU high" }]);
  });
});

it("an id that the session adopted is handed over, not deleted", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh);
  const session = environment.session();
  expect(await createAlert(session, cpuHigh)).toMatchObject({ how: "adopted" });
  expect(await deleteAlert(session, 1)).toBe("handed-over");
  expect(await environment.listed()).toHaveLength(1);
});

it("a deletion of what somebody else has deleted is done", async () => {
  const environment = await start();
  const session = environment.session();
  await createAlert(session, cpuHigh);
  await environment.byHand("DELETE", "/alerts/1");
  expect(await deleteAlert(session, 1)).toBe("deleted");
});
