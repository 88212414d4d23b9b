/** What was written is looked at once more, after one wait for all of it. */
import { createAlert, executePlan, planEnvironment, verify, waitForPropagation } from "../../src/engine";
import { type AlertDefinition } from "../../src/reconcile";
import {
  cpuHigh,
  cpuHighOnWire,
  deployed,
  engineBench,
  executable,
  type Environment,
  window,
} from "./engine-bench";

const start = engineBench();
const definitions: AlertDefinition[] = [cpuHigh, deployed].map((one) => ({
  ...one,
  place: { file: "a.yaml" },
}));

async function apply(environment: Environment) {
  const session = environment.session();
  const plan = executable(await planEnvironment(session, definitions));
  const report = await executePlan(session, plan);
  return { session, plan, report };
}

it("[PROP-1] N writes cost one wait, one list and a read of each configuration", async () => {
  const environment = await start({ staleReads: true });
  const { session, plan, report } = await apply(environment);
  environment.forgetCalls();
  expect(await verify(session, plan, report)).toEqual([]);
  expect(environment.clock.sleeps).toEqual([window]);
  expect(environment.events.filter(({ type }) => type === "waiting-for-propagation")).toHaveLength(1);
  expect(environment.calls().sort()).toEqual(["GET /alerts", "GET /alerts/1/config", "GET /alerts/2/config"]);
});

it("what somebody else did meanwhile is told, alert by alert", async () => {
  const environment = await start();
  const { session, plan, report } = await apply(environment);
  await environment.byHand("PUT", "/alerts/1", { id: 1, ...cpuHighOnWire, disabled: 1, policy: 1 });
  await environment.byHand("DELETE", "/alerts/2");
  const problems = await verify(session, plan, report);
  expect(problems.map(({ what, where }) => [where?.subject, what])).toEqual([
    [
      "CPU high",
      "The alert was written, but reads differently one propagation window later: policy, disabled.",
    ],
    ["Deployed", "The alert was written, but is not listed one propagation window later."],
  ]);
});

it("a deletion that did not last is told", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh);
  const session = environment.session();
  const plan = executable(await planEnvironment(session, [], { prune: () => true, deletionLimit: {} }));
  environment.faults.add({ method: "DELETE", answer: { status: 204 } });
  const report = await executePlan(session, plan);
  expect(await verify(session, plan, report)).toMatchObject([{ where: { subject: "CPU high" } }]);
});

it("where nothing was done, nothing is asked and nothing waited for", async () => {
  const environment = await start();
  await apply(environment);
  const again = await apply(environment);
  environment.forgetCalls();
  environment.clock.sleeps.length = 0;
  expect(await verify(again.session, again.plan, again.report)).toEqual([]);
  expect([environment.calls(), environment.clock.sleeps]).toEqual([[], []]);
});

it("the wait can be interrupted", async () => {
  const environment = await start();
  const { session, plan, report } = await apply(environment);
  await expect(verify(session, plan, report, AbortSignal.abort())).rejects.toThrow("aborted while it slept");
});

it("[PROP-1] what others wrote is waited for as well, and no time of a clock that runs ahead for more than a window", async () => {
  const environment = await start();
  const session = environment.session();
  const now = environment.clock.now();
  await waitForPropagation(session, undefined, [now - 2 * window, now - window]);
  await waitForPropagation(session, undefined, [now - window + 5, now - window + 20]);
  await waitForPropagation(session, undefined, [now + 1000 * window]);
  expect(environment.clock.sleeps).toEqual([20, window]);
});
