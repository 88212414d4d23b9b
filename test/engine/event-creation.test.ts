/** If the response to the POST of an event is lost, the engine searches the list for the event before it repeats the POST. */
import { createEvent } from "../../src/engine";
import { engineFixture, propagationWindowMs, rejectionOf } from "./engine-fixture";

const start = engineFixture();
const deployment = { start: 1_793_610_000, type: "code deployment", message: "shop 1.2" };
const agentToken = "agent-token";

async function startWithLostResponse() {
  const environment = await start({ agentToken });
  environment.faults.add({ method: "POST", answer: "cut", when: "after-commit", times: 1 });
  return { environment, session: environment.session({ agentToken }) };
}

it("the search repeats while the list is stale or fails, and the event is posted once", async () => {
  const { environment, session } = await startWithLostResponse();
  const eventList = { method: "GET", path: "/api/v2/events", times: 6 } as const;
  environment.faults.add({ ...eventList, answer: { status: 400 } });
  environment.faults.add({ ...eventList, answer: { keep: 0 } });
  expect(await createEvent(session, deployment)).toMatch(/^[0-9a-f]{32}$/);
  expect(environment.writes()).toEqual(["POST /api/v2/events"]);
  expect(environment.clock.sleeps).toEqual(Array(12).fill(5_000));
});

it("an interrupt ends the search after one more list, and the error reports the lost response", async () => {
  const { environment, session } = await startWithLostResponse();
  environment.faults.add({ method: "GET", path: "/api/v2/events", answer: { keep: 0 } });
  const interrupted = await rejectionOf(createEvent(session, deployment, AbortSignal.abort()));
  expect(interrupted.message).toContain("the response was lost, and the run was interrupted.");
  expect(environment.calls()).toEqual(["POST /api/v2/events", "GET /api/v2/events"]);
  expect(environment.clock.sleeps).toEqual([]);
});

it("an event with a different start, type, message or host is not taken for the lost one", async () => {
  const environment = await start({ agentToken });
  const other = environment.session({ agentToken });
  await createEvent(other, { ...deployment, start: deployment.start - 1 });
  await createEvent(other, { ...deployment, type: "load test" });
  await createEvent(other, { ...deployment, message: "shop 1.3" });
  await createEvent(other, { ...deployment, host: 1 });
  environment.clearCalls();
  environment.faults.add({ method: "POST", answer: { status: 502 }, times: 1 });
  await createEvent(environment.session({ agentToken }), deployment);
  expect(environment.writes()).toEqual(["POST /api/v2/events", "POST /api/v2/events"]);
  expect(environment.clock.sleeps.reduce((a, b) => a + b)).toBe(propagationWindowMs);
});

it("equal events are counted if the response has no UUID", async () => {
  const environment = await start({ agentToken });
  const session = environment.session({ agentToken });
  const withoutUuid = { method: "POST", when: "after-commit", answer: { status: 204 }, times: 1 } as const;
  environment.faults.add(withoutUuid);
  environment.faults.add({ method: "POST", nth: 2, answer: { status: 502 }, times: 1 });
  const uuids = await Promise.all([createEvent(session, deployment), createEvent(session, deployment)]);
  expect(uuids).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(environment.writes()).toHaveLength(3);
});
