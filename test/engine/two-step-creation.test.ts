/** The two-step creation, exactly once, whatever gets lost on the way (ALERT-2, ALERT-3). */
import { ConflictError, RejectedError, UnavailableError } from "../../src/client";
import { createAlert, IncompleteAlertError } from "../../src/engine";
import {
  cpuHigh,
  cpuHighConfigOnWire,
  cpuHighOnWire,
  deployed,
  engineBench,
  type Environment,
  failureOf,
  window,
} from "./engine-bench";

const start = engineBench();
const ofConfig = /\/config$/;

async function expectWhole(environment: Environment, id = 1): Promise<void> {
  expect(await environment.listed()).toEqual([{ id, ...cpuHighOnWire }]);
  expect(await environment.byHand("GET", `/alerts/${id}/config`)).toEqual(cpuHighConfigOnWire);
}

it("[ALERT-3] one list, one POST, one PUT of the configuration, and nothing else", async () => {
  const environment = await start();
  expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "created" });
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts", "PUT /alerts/1/config"]);
  await expectWhole(environment);
});

it("[ALERT-3] an event alert is created in the same way", async () => {
  const environment = await start();
  await createAlert(environment.session(), deployed);
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts", "PUT /alerts/1/config"]);
  expect(await environment.listed()).toMatchObject([{ name: "Deployed", type: 1 }]);
  expect(await environment.byHand("GET", "/alerts/1/config")).toMatchObject({
    categories: ["deploy", "load test"],
  });
});

describe("when the answer of the POST is lost", () => {
  it.each(["cut", { status: 502 }, { status: 201, body: "<html>" }, { status: 201, body: {} }] as const)(
    "after the commit (%j), the alert is found in the list and never posted again",
    async (answer) => {
      const environment = await start();
      environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer });
      expect(await createAlert(environment.session(), cpuHigh)).toMatchObject({ id: 1 });
      expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config"]);
      expect(environment.events).toMatchObject([{ type: "looking-for-alert", name: "CPU high" }]);
      await expectWhole(environment);
    },
  );

  it("after the commit and with a list that lags behind, it is looked for until it shows", async () => {
    const environment = await start({ staleReads: true });
    const begun = environment.clock.now();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    expect(await createAlert(environment.session(), cpuHigh)).toMatchObject({ id: 1 });
    expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config"]);
    expect(environment.clock.now() - begun).toBe(window);
    environment.clock.pass(window);
    await expectWhole(environment);
  });

  it.each(["cut", { status: 500 }] as const)(
    "before the commit (%j), it is looked for until one window has passed, then posted once more",
    async (answer) => {
      const environment = await start();
      environment.faults.add({ method: "POST", times: 1, answer });
      expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "created" });
      expect(environment.writes()).toEqual(["POST /alerts", "POST /alerts", "PUT /alerts/1/config"]);
      const [first = NaN, second = NaN] = environment.times("POST");
      expect(second - first).toBe(window);
      await expectWhole(environment);
    },
  );

  it("every time, the service's error is reported after three POSTs, one propagation window apart", async () => {
    const environment = await start();
    environment.faults.add({ method: "POST", answer: { status: 500, body: { error: "disk full" } } });
    const error = await failureOf(createAlert(environment.session(), cpuHigh));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain("disk full");
    expect(environment.writes()).toEqual(["POST /alerts", "POST /alerts", "POST /alerts"]);
    const [first = NaN, second = NaN, third = NaN] = environment.times("POST");
    expect([second - first, third - second]).toEqual([window, window]);
    expect(await environment.listed()).toEqual([]);
  });
});

it("a POST that is refused leaves nothing, and is not looked for", async () => {
  const environment = await start();
  const error = await failureOf(createAlert(environment.session(), { ...cpuHigh, policy: 99 }));
  expect(error).toBeInstanceOf(RejectedError);
  expect(environment.calls()).toEqual(["GET /alerts", "POST /alerts"]);
});

it("a name that is refused though nobody holds it is looked for during one window, and told", async () => {
  const environment = await start();
  const begun = environment.clock.now();
  environment.faults.add({ method: "POST", answer: { status: 409 } });
  expect(await failureOf(createAlert(environment.session(), cpuHigh))).toBeInstanceOf(ConflictError);
  expect(environment.writes()).toEqual(["POST /alerts"]);
  expect(environment.clock.now() - begun).toBe(window);
});

describe("when the PUT of the configuration fails", () => {
  it("for a while, it is repeated", async () => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, method: "PUT", times: 3, answer: { status: 503 } });
    expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "created" });
    await expectWhole(environment);
  });

  it.each([
    { status: 400, body: { error: "no such metric" } },
    { status: 500, body: "no such metric" },
  ])("for good (%j), the alert is taken back and nothing is left", async (answer) => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, method: "PUT", answer });
    const session = environment.session();
    const error = await failureOf(createAlert(session, cpuHigh));
    expect(error.message).toMatch(/^"CPU high": .*rolled back.*no such metric/);
    expect(environment.writes().at(-1)).toBe("DELETE /alerts/1");
    expect(environment.writes().filter((call) => call.startsWith("POST"))).toHaveLength(1);
    expect(await environment.listed()).toEqual([]);
    expect(await session.live.findByName("CPU high")).toBeUndefined();
  });

  it("by its answers alone, the alert is whole", async () => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, method: "PUT", when: "after-commit", answer: "cut" });
    expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "created" });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
    await expectWhole(environment);
  });

  it("and a configuration is there that we did not write, the alert is not taken back", async () => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, method: "PUT", answer: { status: 400 } });
    const foreign = { ...cpuHighConfigOnWire, trigger: 5 };
    environment.faults.add({ path: ofConfig, method: "GET", answer: { status: 200, body: foreign } });
    const error = await failureOf(createAlert(environment.session(), cpuHigh));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });

  it("and the configuration cannot be read either, the alert is not taken back", async () => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, answer: { status: 500 } });
    const error = await failureOf(createAlert(environment.session(), cpuHigh));
    expect(error).toMatchObject({ name: "IncompleteAlertError", id: 1 });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });

  it("and taking the alert back fails too, the error carries the id, and the next run completes it", async () => {
    const environment = await start();
    environment.faults.add({ path: ofConfig, method: "PUT", answer: { status: 400 } });
    environment.faults.add({ method: "DELETE", answer: { status: 500 } });
    const error = await failureOf(createAlert(environment.session(), cpuHigh));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(error).toMatchObject({ id: 1 });
    expect(error.message).toMatch(/"CPU high".*id 1/);
    expect(await environment.listed()).toMatchObject([{ id: 1, name: "CPU high" }]);

    environment.faults.clear();
    environment.forgetCalls();
    expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "completed" });
    expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
    await expectWhole(environment);
  });
});
