/** The two-step creation of an alert (ALERT-2, ALERT-3) takes effect exactly once, even if requests or responses are lost. */
import { ConflictError, RejectedError, UnavailableError } from "../../../src/client";
import { createAlert, IncompleteAlertError } from "../../../src/engine";
import {
  cpuHigh,
  cpuHighConfigJson,
  cpuHighJson,
  deployed,
  engineFixture,
  type Environment,
  propagationWindowMs,
  rejectionOf,
} from "../engine-fixture";

const start = engineFixture();
const configPath = "*/config";

async function expectComplete(environment: Environment, id = 1): Promise<void> {
  expect(await environment.listAlerts()).toEqual([{ id, ...cpuHighJson }]);
  expect(await environment.callDirectly("GET", `/alerts/${id}/config`)).toEqual(cpuHighConfigJson);
}

it("[ALERT-3] a creation is one list, one POST and one PUT of the configuration", async () => {
  const environment = await start();
  expect(await createAlert(environment.session(), cpuHigh, "none")).toEqual({ id: 1, outcome: "created" });
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts", "PUT /alerts/1/config"]);
  await expectComplete(environment);
});

it("[ALERT-3] an event alert is created with the same requests", async () => {
  const environment = await start();
  await createAlert(environment.session(), deployed, "none");
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts", "PUT /alerts/1/config"]);
  expect(await environment.listAlerts()).toMatchObject([{ name: "Deployed", type: 1 }]);
  expect(await environment.callDirectly("GET", "/alerts/1/config")).toMatchObject({
    categories: ["deploy", "load test"],
  });
});

describe("when the response to the POST is lost", () => {
  it.each(["cut", { status: 502 }, { status: 201, body: "<html>" }, { status: 201, body: {} }] as const)(
    "after the commit (%j), the alert is found in the list and not posted again",
    async (answer) => {
      const environment = await start();
      environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer });
      expect(await createAlert(environment.session(), cpuHigh, "none")).toMatchObject({ id: 1 });
      expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config"]);
      expect(environment.events).toMatchObject([{ type: "looking-for-alert", name: "CPU high" }]);
      await expectComplete(environment);
    },
  );

  it("after the commit and the list is stale, the search repeats until the list contains the alert", async () => {
    const environment = await start({ staleReads: true });
    const started = environment.clock.now();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    expect(await createAlert(environment.session(), cpuHigh, "none")).toMatchObject({ id: 1 });
    expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config"]);
    expect(environment.clock.now() - started).toBe(propagationWindowMs);
    environment.clock.pass(propagationWindowMs);
    await expectComplete(environment);
  });

  it.each(["cut", { status: 500 }] as const)(
    "before the commit (%j), the search repeats for one propagation window, then the POST is repeated",
    async (answer) => {
      const environment = await start();
      environment.faults.add({ method: "POST", times: 1, answer });
      expect(await createAlert(environment.session(), cpuHigh, "none")).toEqual({
        id: 1,
        outcome: "created",
      });
      expect(environment.writes()).toEqual(["POST /alerts", "POST /alerts", "PUT /alerts/1/config"]);
      const [first = NaN, second = NaN] = environment.requestTimes("POST");
      expect(second - first).toBe(propagationWindowMs);
      await expectComplete(environment);
    },
  );

  it("every time, the error is reported after three POSTs at intervals of one propagation window", async () => {
    const environment = await start();
    environment.faults.add({ method: "POST", answer: { status: 500, body: { error: "disk full" } } });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain("disk full");
    expect(environment.writes()).toEqual(["POST /alerts", "POST /alerts", "POST /alerts"]);
    const [first = NaN, second = NaN, third = NaN] = environment.requestTimes("POST");
    expect([second - first, third - second]).toEqual([propagationWindowMs, propagationWindowMs]);
    expect(await environment.listAlerts()).toEqual([]);
  });
});

describe("when the response to the POST is lost and the creation cannot be completed", () => {
  it("the alert is not deleted, because another run may have created it, and the error has its ID", async () => {
    const environment = await start();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    environment.faults.add({ method: "PUT", answer: { status: 400 } });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(error).toMatchObject({ id: 1 });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });

  it("and the list fails too, the error reports that the alert may exist", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    environment.faults.add({ method: "GET", answer: { status: 403 } });
    const error = await rejectionOf(createAlert(session, cpuHigh, "none"));
    expect(error.message).toContain('"CPU high": The alert may have been created');
  });

  it.each([
    ["/alerts/1", { ...cpuHighJson, id: 1, policy: 1 }, "policy"],
    ["/alerts/1/config", { ...cpuHighConfigJson, trigger: 5 }, "threshold.trigger"],
  ])("because the alert of another client differs (%s), it is refused", async (path, body, difference) => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    await environment.callDirectly("POST", "/alerts", cpuHighJson);
    await environment.callDirectly("PUT", "/alerts/1/config", cpuHighConfigJson);
    await environment.callDirectly("PUT", path, body);
    environment.faults.add({ method: "POST", times: 1, answer: "cut" });
    const error = await rejectionOf(createAlert(session, cpuHigh, "none"));
    expect(error).toMatchObject({ differences: [{ path: difference.split(".") }] });
    expect(environment.writes()).toEqual(["POST /alerts"]);
  });
});

it("a refused POST creates nothing, and no search follows", async () => {
  const environment = await start();
  const error = await rejectionOf(createAlert(environment.session(), { ...cpuHigh, policy: 99 }, "none"));
  expect(error).toBeInstanceOf(RejectedError);
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts"]);
});

it("a name conflict with no listed alert is reported after a search of one propagation window", async () => {
  const environment = await start();
  const started = environment.clock.now();
  environment.faults.add({ method: "POST", answer: { status: 409 } });
  expect(await rejectionOf(createAlert(environment.session(), cpuHigh, "none"))).toBeInstanceOf(
    ConflictError,
  );
  expect(environment.writes()).toEqual(["POST /alerts"]);
  expect(environment.clock.now() - started).toBe(propagationWindowMs);
});

describe("when the PUT of the configuration fails", () => {
  it("temporarily, it is repeated", async () => {
    const environment = await start();
    environment.faults.add({ path: configPath, method: "PUT", times: 3, answer: { status: 503 } });
    expect(await createAlert(environment.session(), cpuHigh, "none")).toEqual({ id: 1, outcome: "created" });
    await expectComplete(environment);
  });

  it.each([
    { status: 400, body: { error: "no such metric" } },
    { status: 500, body: "no such metric" },
  ])("permanently (%j), the alert is rolled back", async (answer) => {
    const environment = await start();
    environment.faults.add({ path: configPath, method: "PUT", answer });
    const session = environment.session();
    const error = await rejectionOf(createAlert(session, cpuHigh, "none"));
    expect(error.message).toMatch(/^"CPU high": .*rolled back.*no such metric/);
    expect(environment.writes().at(-1)).toBe("DELETE /alerts/1");
    expect(environment.writes().filter((call) => call.startsWith("POST"))).toHaveLength(1);
    expect(await environment.listAlerts()).toEqual([]);
    expect(await session.live.findByName("CPU high")).toBeUndefined();
  });

  it("but took effect, the creation succeeds", async () => {
    const environment = await start();
    environment.faults.add({ path: configPath, method: "PUT", when: "after-commit", answer: "cut" });
    expect(await createAlert(environment.session(), cpuHigh, "none")).toEqual({ id: 1, outcome: "created" });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
    await expectComplete(environment);
  });

  it("and the alert has a configuration from another client, it is not rolled back", async () => {
    const environment = await start();
    environment.faults.add({ path: configPath, method: "PUT", answer: { status: 400 } });
    const otherConfig = { ...cpuHighConfigJson, trigger: 5 };
    environment.faults.add({ path: configPath, method: "GET", answer: { status: 200, body: otherConfig } });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });

  it("and the configuration cannot be read, the alert is not rolled back", async () => {
    const environment = await start();
    environment.faults.add({ path: configPath, answer: { status: 500 } });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
    expect(error).toMatchObject({ name: "IncompleteAlertError", id: 1 });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });

  it("and the rollback fails, the error has the ID, and the next run completes the alert", async () => {
    const environment = await start();
    environment.faults.add({ path: configPath, method: "PUT", answer: { status: 400 } });
    environment.faults.add({ method: "DELETE", answer: { status: 500 } });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh, "none"));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(error).toMatchObject({ id: 1 });
    expect(error.message).toMatch(/"CPU high".*id 1/);
    expect(await environment.listAlerts()).toMatchObject([{ id: 1, name: "CPU high" }]);

    environment.faults.clear();
    environment.clearCalls();
    const completed = await createAlert(environment.session(), cpuHigh, "identical");
    expect(completed).toEqual({ id: 1, outcome: "updated" });
    expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
    await expectComplete(environment);
  });
});
