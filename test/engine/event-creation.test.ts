/** An event whose answer is lost is looked for until the list is sure, and an interrupt ends the waiting. */
import { createEvent } from "../../src/engine";
import { engineBench, failureOf, window } from "./engine-bench";

const start = engineBench();
const deployment = { start: 1_793_610_000, type: "code deployment", message: "shop 1.2" };
const agentToken = "agent-token";

async function begin() {
  const environment = await start({ agentToken });
  environment.faults.add({ method: "POST", answer: "cut", when: "after-commit", times: 1 });
  return { environment, session: environment.session(agentToken) };
}

it("it is looked for as long as a list may be stale or fail, and posted once", async () => {
  const { environment, session } = await begin();
  const unlisted = { method: "GET", path: "/api/v2/events", times: 6 } as const;
  environment.faults.add({ ...unlisted, answer: { status: 400 } });
  environment.faults.add({ ...unlisted, answer: { keep: 0 } });
  expect(await createEvent(session, deployment)).toMatch(/^[0-9a-f]{32}$/);
  expect(environment.writes()).toEqual(["POST /api/v2/events"]);
  expect(environment.clock.sleeps).toEqual(Array(12).fill(5_000));
});

it("once it is interrupted, the list is read once more, and the rest is told", async () => {
  const { environment, session } = await begin();
  environment.faults.add({ method: "GET", path: "/api/v2/events", answer: { keep: 0 } });
  const interrupted = await failureOf(createEvent(session, deployment, AbortSignal.abort()));
  expect(interrupted.message).toContain("the response was lost, and the run was interrupted.");
  expect(environment.calls()).toEqual(["POST /api/v2/events", "GET /api/v2/events"]);
  expect(environment.clock.sleeps).toEqual([]);
});

it("an event of another time, type, text or host is not taken for it", async () => {
  const environment = await start({ agentToken });
  const other = environment.session(agentToken);
  await createEvent(other, { ...deployment, start: deployment.start - 1 });
  await createEvent(other, { ...deployment, type: "load test" });
  await createEvent(other, { ...deployment, message: "shop 1.3" });
  await createEvent(other, { ...deployment, host: 1 });
  environment.forgetCalls();
  environment.faults.add({ method: "POST", answer: { status: 502 }, times: 1 });
  await createEvent(environment.session(agentToken), deployment);
  expect(environment.writes()).toEqual(["POST /api/v2/events", "POST /api/v2/events"]);
  expect(environment.clock.sleeps.reduce((a, b) => a + b)).toBe(window);
});

it("equal events are told apart by their number where the service tells no uuid", async () => {
  const environment = await start({ agentToken });
  const session = environment.session(agentToken);
  const untold = { method: "POST", when: "after-commit", answer: { status: 204 }, times: 1 } as const;
  environment.faults.add(untold);
  environment.faults.add({ method: "POST", nth: 2, answer: { status: 502 }, times: 1 });
  const uuids = await Promise.all([createEvent(session, deployment), createEvent(session, deployment)]);
  expect(uuids).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(environment.writes()).toHaveLength(3);
});
