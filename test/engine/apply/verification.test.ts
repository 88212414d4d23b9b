/** Verification waits once for all writes of a run, then fetches the alerts and compares them. */
import { createAlert, executePlan, verify, waitForPropagation } from "../../../src/engine";
import { planEnvironment } from "../../../src/planning";
import { type AlertDefinition } from "../../../src/reconcile";
import {
  cpuHigh,
  cpuHighJson,
  deployed,
  engineFixture,
  type Environment,
  expectExecutable,
  propagationWindowMs,
} from "../engine-fixture";

const start = engineFixture();
const definitions: AlertDefinition[] = [cpuHigh, deployed].map((alert) => ({
  ...alert,
  place: { file: "a.yaml" },
}));

async function apply(environment: Environment) {
  const session = environment.session();
  const plan = expectExecutable(await planEnvironment(session, definitions));
  const report = await executePlan(session, plan);
  return { session, plan, report };
}

it("[PROP-1] a verification of several writes makes one wait, one list, and one read of each configuration", async () => {
  const environment = await start({ staleReads: true });
  const { session, plan, report } = await apply(environment);
  environment.clearCalls();
  expect(await verify(session, plan, report)).toEqual([]);
  expect(environment.clock.sleeps).toEqual([propagationWindowMs]);
  expect(environment.events.filter(({ type }) => type === "waiting-for-propagation")).toHaveLength(1);
  expect(environment.calls().sort()).toEqual(["GET /alerts", "GET /alerts/1/config", "GET /alerts/2/config"]);
});

it("a change by another client is reported for each alert", async () => {
  const environment = await start();
  const { session, plan, report } = await apply(environment);
  await environment.callDirectly("PUT", "/alerts/1", { id: 1, ...cpuHighJson, disabled: 1, policy: 1 });
  await environment.callDirectly("DELETE", "/alerts/2");
  const problems = await verify(session, plan, report);
  expect(problems.map(({ what, where }) => [where?.subject, what])).toEqual([
    [
      "CPU high",
      "The alert was written, but reads differently one propagation window later: policy, disabled.",
    ],
    ["Deployed", "The alert was written, but is not listed one propagation window later."],
  ]);
});

it("a deletion that did not take effect is reported", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh, "none");
  const session = environment.session();
  const plan = expectExecutable(await planEnvironment(session, [], { prune: () => true, deletionLimit: {} }));
  environment.faults.add({ method: "DELETE", answer: { status: 204 } });
  const report = await executePlan(session, plan);
  expect(await verify(session, plan, report)).toMatchObject([{ where: { subject: "CPU high" } }]);
});

it("a run without changes needs no request and no wait", async () => {
  const environment = await start();
  await apply(environment);
  const again = await apply(environment);
  environment.clearCalls();
  environment.clock.sleeps.length = 0;
  expect(await verify(again.session, again.plan, again.report)).toEqual([]);
  expect([environment.calls(), environment.clock.sleeps]).toEqual([[], []]);
});

it("the wait can be interrupted", async () => {
  const environment = await start();
  const { session, plan, report } = await apply(environment);
  await expect(verify(session, plan, report, AbortSignal.abort())).rejects.toThrow("The sleep was aborted");
});

it("[PROP-1] the wait covers write times of other runs, and is at most one window for times in the future", async () => {
  const environment = await start();
  const session = environment.session();
  const now = environment.clock.now();
  await waitForPropagation(session, undefined, [now - 2 * propagationWindowMs, now - propagationWindowMs]);
  await waitForPropagation(session, undefined, [
    now - propagationWindowMs + 5,
    now - propagationWindowMs + 20,
  ]);
  await waitForPropagation(session, undefined, [now + 1000 * propagationWindowMs]);
  expect(environment.clock.sleeps).toEqual([20, propagationWindowMs]);
});
