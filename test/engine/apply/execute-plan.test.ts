/** Execution of a plan: a failed change does not stop the others, the report is accurate, and an interrupt starts no further change. */
import { createAlert, executePlan } from "../../../src/engine";
import { planEnvironment } from "../../../src/planning";
import { type AlertDefinition, type DesiredAlert, withPlanStatus } from "../../../src/reconcile";
import {
  cpuHigh,
  cpuHighJson,
  deployed,
  engineFixture,
  type Environment,
  expectExecutable,
} from "../engine-fixture";

const start = engineFixture();

function defined(desired: DesiredAlert, changes: Partial<AlertDefinition> = {}): AlertDefinition {
  return { ...desired, place: { file: "alerts.yaml" }, ...changes };
}

async function apply(environment: Environment, definitions: readonly AlertDefinition[]) {
  const session = environment.session();
  const plan = await planEnvironment(session, definitions);
  expect(plan.problems).toEqual([]);
  return { plan, report: await executePlan(session, expectExecutable(plan)) };
}

it("creates the defined alerts, resolves names of destinations and hosts, and has no changes in the second run", async () => {
  const environment = await start();
  const definitions = [
    defined(cpuHigh, { destinations: ["#db-alerts", 1], hosts: ["db-2.shop.example"] }),
    defined(deployed),
  ];
  const first = await apply(environment, definitions);
  expect(first.report.results).toMatchObject([
    { name: "CPU high", action: "create", outcome: "done" },
    { name: "Deployed", action: "create", outcome: "done" },
  ]);
  const created = [...(await environment.listAlerts())].sort((a, b) =>
    String(a.name).localeCompare(String(b.name)),
  );
  expect(created).toMatchObject([{ name: "CPU high", destinations: [1, 3] }, { name: "Deployed" }]);
  environment.clearCalls();
  const second = await apply(environment, definitions);
  expect(second.plan.changes.map(({ action }) => action)).toEqual(["unchanged", "unchanged"]);
  expect(environment.writes()).toEqual([]);
});

it("a plan fetches only the configurations and options that it needs, and writes nothing", async () => {
  const environment = await start();
  for (const name of ["A", "B", "C"]) await createAlert(environment.session(), { ...cpuHigh, name }, "none");
  environment.clearCalls();
  const plan = await planEnvironment(environment.session(), [
    defined({ ...cpuHigh, name: "B", destinations: [] }),
  ]);
  expect(plan.unmanaged.map(({ name }) => name)).toEqual(["A", "C"]);
  expect(environment.calls().sort()).toEqual([
    "GET /alert-opts/durations",
    "GET /alert-opts/policy",
    "GET /alerts",
    "GET /alerts/2/config",
    // Names whom the alert no longer notifies.
    "GET /destinations",
  ]);
});

it("before a warning about unmonitored hosts, the plan fetches the other alerts that may monitor them", async () => {
  const environment = await start();
  const { condition } = cpuHigh;
  if (condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
  const crit = (host_types: readonly string[]): DesiredAlert => ({
    ...cpuHigh,
    host_types,
    condition: { ...condition, alert_level: "crit" },
  });
  await createAlert(environment.session(), { ...crit(["mysql"]), name: "A" }, "none");
  await createAlert(environment.session(), { ...crit(["pgsql"]), name: "B" }, "none");
  const options = { prune: (name: string) => name === "A", deletionLimit: {} };
  const warnings = async () => {
    environment.clearCalls();
    const { problems } = await planEnvironment(environment.session(), [], options);
    return problems.map(({ what }) => what);
  };
  expect(await warnings()).toEqual([
    "After an apply, no active alert with level crit watches hosts of type mysql.",
  ]);
  expect(environment.calls().filter((call) => call.startsWith("GET /alerts"))).toEqual([
    "GET /alerts",
    "GET /alerts/1/config",
    "GET /alerts/2/config",
  ]);
  await createAlert(environment.session(), { ...crit(["mysql", "os"]), name: "C" }, "none");
  expect(await warnings()).toEqual([]);
});

it("a change of kind deletes the alert, then creates it in two steps", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh, "none");
  environment.clearCalls();
  const { report } = await apply(environment, [defined({ ...deployed, name: "CPU high" })]);
  expect(report.results).toMatchObject([{ action: "replace", outcome: "done" }]);
  expect(environment.writes()).toEqual(["DELETE /alerts/1", "POST /alerts", "PUT /alerts/2/config"]);
  expect(await environment.listAlerts()).toMatchObject([{ id: 2, name: "CPU high", type: 1 }]);
});

it("an incomplete alert gets its configuration", async () => {
  const environment = await start();
  await environment.callDirectly("POST", "/alerts", cpuHighJson);
  const { report } = await apply(environment, [defined(cpuHigh)]);
  expect(report.results).toMatchObject([{ action: "complete", outcome: "done" }]);
  expect(environment.writes()).toEqual(["PUT /alerts/1/config"]);
});

it("a failed change is reported with its alert, and the other changes are made", async () => {
  const environment = await start();
  const session = environment.session();
  const names = ["A", "B", "C", "D"];
  const plan = await planEnvironment(
    session,
    names.map((name) => defined({ ...cpuHigh, name })),
  );
  await environment.callDirectly("POST", "/alerts", { ...cpuHighJson, name: "B", disabled: 1 });
  environment.faults.add({ path: "/api/v2/config/alerts/3/config", answer: { status: 400 } });
  const { results } = await executePlan(session, expectExecutable(plan), { parallelism: 1 });
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "failed", "failed", "done"]);
  expect(results[1]?.problems).toMatchObject([{ severity: "error", where: { subject: "B" } }]);
  expect(results[2]?.problems).toMatchObject([{ severity: "error", where: { subject: "C" } }]);
  expect(environment.events.filter(({ type }) => type === "change-finished")).toMatchObject([
    { name: "A", finished: 1, total: 4, problems: [] },
    { name: "B", finished: 2, total: 4 },
    { name: "C", finished: 3, total: 4 },
    { name: "D", finished: 4, total: 4, problems: [] },
  ]);
});

it("an interrupt finishes the creation in progress, and starts no further change", async () => {
  const environment = await start();
  const session = environment.session();
  const plan = await planEnvironment(session, [defined(cpuHigh), defined(deployed)]);
  const interrupt = new AbortController();
  const running = executePlan(session, expectExecutable(plan), { parallelism: 1, signal: interrupt.signal });
  expect(environment.events).toMatchObject([{ type: "change-started", name: "CPU high" }]);
  interrupt.abort();
  expect((await running).results).toMatchObject([
    { name: "CPU high", outcome: "done" },
    { name: "Deployed", outcome: "skipped", problems: [] },
  ]);
  expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config"]);
});

it("before each change, the plan is compared with a list requested after approval", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh, "none");
  await createAlert(environment.session(), deployed, "none");
  const session = environment.session();
  const plan = await planEnvironment(session, [
    defined({ ...cpuHigh, disabled: true }),
    defined({ ...deployed, disabled: true }),
  ]);
  await environment.callDirectly("PUT", "/alerts/1", { id: 1, ...cpuHighJson, disabled: 1 });
  await environment.callDirectly("DELETE", "/alerts/2");
  environment.clearCalls();
  const { results } = await executePlan(session, expectExecutable(plan));
  expect(results).toMatchObject([
    { outcome: "done" },
    { outcome: "failed", problems: [{ remedy: "Plan again. Nothing was written to it." }] },
  ]);
  expect(environment.writes()).toEqual([]);
});

it("a plan reports all unresolved references, and has no changes", async () => {
  const environment = await start();
  const plan = await planEnvironment(environment.session(), [
    defined(cpuHigh, { destinations: ["#db-alert"], policy: 99 }),
    defined(deployed, { hosts: [1234] }),
  ]);
  expect(plan.changes).toEqual([]);
  expect(plan.problems.map(({ where }) => [where?.subject, where?.field?.[0]])).toEqual([
    ["CPU high", "policy"],
    ["CPU high", "destinations"],
    ["Deployed", "hosts"],
  ]);
});

it("a removal deletes only the defined alerts", async () => {
  const environment = await start();
  for (const name of ["A", "B"]) await createAlert(environment.session(), { ...cpuHigh, name }, "none");
  environment.clearCalls();
  const session = environment.session();
  const definitions = [defined({ ...cpuHigh, name: "B", policy: 99 }), defined({ ...cpuHigh, name: "gone" })];
  const plan = await planEnvironment(session, definitions, { isRemoval: true });
  expect((await executePlan(session, expectExecutable(plan))).results).toMatchObject([
    { name: "B", outcome: "done" },
  ]);
  expect(environment.writes()).toEqual(["DELETE /alerts/2"]);
  expect(await environment.listAlerts()).toMatchObject([{ name: "A" }]);
});

it("accepts only an executable plan: a plan with an error is refused, and the type checker rejects it", async () => {
  const environment = await start();
  const problem = { code: "name-duplicate", severity: "error", what: "Two alerts have one name." } as const;
  const plan = withPlanStatus({ changes: [], unmanaged: [], problems: [problem] });
  expect(plan).toMatchObject({ status: "refused", problems: [problem] });
  // @ts-expect-error a plan must be narrowed to an ExecutablePlan first
  await executePlan(environment.session(), plan);
  expect(environment.writes()).toEqual([]);
});
