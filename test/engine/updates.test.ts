/** An update writes the halves that differ, each as the complete object, and loses nothing of the rest. */
import { createAlert, type EnvironmentSession, updateAlert } from "../../src/engine";
import { type DesiredAlert } from "../../src/reconcile";
import { isSupported } from "../../src/service";
import { cpuHigh, cpuHighConfigOnWire, cpuHighOnWire, engineBench, failureOf } from "./engine-bench";

const start = engineBench();

async function update(session: EnvironmentSession, changes: Partial<DesiredAlert>) {
  const found = await session.live.findById(1);
  if (found === undefined || !isSupported(found)) throw new Error("there is no alert 1");
  return updateAlert(session, await session.live.withConfig(found), { ...cpuHigh, ...changes });
}

it.each([
  ["nothing", {}, []],
  ["members of sets in another order", { destinations: [2, 1, 2] }, []],
  ["its name", { name: "CPU very high" }, ["PUT /alerts/1"]],
  ["whether it is disabled", { disabled: true }, ["PUT /alerts/1"]],
  ["its policy", { policy: 1 }, ["PUT /alerts/1"]],
  ["its hosts", { hosts: [4] }, ["PUT /alerts/1/config"]],
  ["both halves", { annotations: "", hostTypes: [] }, ["PUT /alerts/1", "PUT /alerts/1/config"]],
])("a change of %s writes just what it has to", async (_, changes, writes) => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh);
  environment.forgetCalls();
  await update(environment.session(), changes);
  expect(environment.writes()).toEqual(writes);
  await update(environment.session(), changes);
  expect(environment.writes()).toEqual(writes);
});

it("[ALERT-4] [CONFIG-1] fields that we do not know survive an update of both halves", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", { ...cpuHighOnWire, owner: { team: "dba" } });
  await environment.byHand("PUT", "/alerts/1/config", { ...cpuHighConfigOnWire, quiet_hours: [1, 2] });
  await update(environment.session(), { annotations: "new", hosts: [1] });
  expect(await environment.listed()).toEqual([
    { id: 1, ...cpuHighOnWire, annotations: "new", owner: { team: "dba" } },
  ]);
  expect(await environment.byHand("GET", "/alerts/1/config")).toEqual({
    ...cpuHighConfigOnWire,
    hosts: [1],
    quiet_hours: [1, 2],
  });
});

it("fields that we do not know survive a second update by the same session", async () => {
  const environment = await start();
  await environment.byHand("POST", "/alerts", { ...cpuHighOnWire, owner: "dba" });
  await environment.byHand("PUT", "/alerts/1/config", { ...cpuHighConfigOnWire, quiet: true });
  const session = environment.session();
  await update(session, { annotations: "first", hosts: [1] });
  await update(session, { annotations: "second", hosts: [4] });
  expect(await environment.listed()).toMatchObject([{ annotations: "second", owner: "dba" }]);
  expect(await environment.byHand("GET", "/alerts/1/config")).toMatchObject({ hosts: [4], quiet: true });
});

it("when the second half fails, the first is known to be written, and another try writes the second only", async () => {
  const environment = await start();
  const session = environment.session();
  await createAlert(session, cpuHigh);
  environment.forgetCalls();
  const fault = environment.faults.add({ path: /\/config$/, method: "PUT", answer: { status: 400 } });
  await failureOf(update(session, { disabled: true, hosts: [1] }));
  fault.remove();
  await update(session, { disabled: true, hosts: [1] });
  expect(environment.writes()).toEqual(["PUT /alerts/1", "PUT /alerts/1/config", "PUT /alerts/1/config"]);
});
