/** An update writes only the parts that differ (settings, configuration), each as the complete object, and keeps unknown fields. */
import { createAlert, type EnvironmentSession, updateAlert } from "../../../src/engine";
import { type DesiredAlert } from "../../../src/reconcile";
import { isSupported } from "../../../src/service";
import { cpuHigh, cpuHighConfigJson, cpuHighJson, engineFixture, rejectionOf } from "../engine-fixture";

const start = engineFixture();

async function update(session: EnvironmentSession, changes: Partial<DesiredAlert>) {
  const found = await session.live.findById(1);
  if (found === undefined || !isSupported(found)) throw new Error("alert 1 not found");
  return updateAlert(session, await session.live.withConfig(found), { ...cpuHigh, ...changes });
}

it.each([
  ["nothing", {}, []],
  ["the order of sets", { destinations: [2, 1, 2] }, []],
  ["the name", { name: "CPU very high" }, ["PUT /alerts/1"]],
  ["disabled", { disabled: true }, ["PUT /alerts/1"]],
  ["the policy", { policy: 1 }, ["PUT /alerts/1"]],
  ["the hosts", { hosts: [4] }, ["PUT /alerts/1/config"]],
  ["both parts", { annotations: "", host_types: [] }, ["PUT /alerts/1", "PUT /alerts/1/config"]],
])("a change of %s writes only the changed parts", async (_, changes, writes) => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh, "none");
  environment.clearCalls();
  await update(environment.session(), changes);
  expect(environment.writes()).toEqual(writes);
  await update(environment.session(), changes);
  expect(environment.writes()).toEqual(writes);
});

it("[ALERT-4] [CONFIG-1] an update of both parts keeps unknown fields", async () => {
  const environment = await start();
  await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, owner: { team: "dba" } });
  await environment.callDirectly("PUT", "/alerts/1/config", { ...cpuHighConfigJson, quiet_hours: [1, 2] });
  await update(environment.session(), { annotations: "new", hosts: [1] });
  expect(await environment.listAlerts()).toEqual([
    { id: 1, ...cpuHighJson, annotations: "new", owner: { team: "dba" } },
  ]);
  expect(await environment.callDirectly("GET", "/alerts/1/config")).toEqual({
    ...cpuHighConfigJson,
    hosts: [1],
    quiet_hours: [1, 2],
  });
});

it("a second update by the same session keeps unknown fields", async () => {
  const environment = await start();
  await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, owner: "dba" });
  await environment.callDirectly("PUT", "/alerts/1/config", { ...cpuHighConfigJson, quiet: true });
  const session = environment.session();
  await update(session, { annotations: "first", hosts: [1] });
  await update(session, { annotations: "second", hosts: [4] });
  expect(await environment.listAlerts()).toMatchObject([{ annotations: "second", owner: "dba" }]);
  expect(await environment.callDirectly("GET", "/alerts/1/config")).toMatchObject({
    hosts: [4],
    quiet: true,
  });
});

it("if the write of the configuration fails, a retry writes only the configuration", async () => {
  const environment = await start();
  const session = environment.session();
  await createAlert(session, cpuHigh, "none");
  environment.clearCalls();
  const fault = environment.faults.add({ path: "*/config", method: "PUT", answer: { status: 400 } });
  await rejectionOf(update(session, { disabled: true, hosts: [1] }));
  fault.remove();
  await update(session, { disabled: true, hosts: [1] });
  expect(environment.writes()).toEqual(["PUT /alerts/1", "PUT /alerts/1/config", "PUT /alerts/1/config"]);
});
