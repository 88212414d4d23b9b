/** The order of renames, creations and deletions in a plan, so that every name is free when it is needed. */
import { createAlert, executePlan } from "../../../src/engine";
import { planEnvironment } from "../../../src/planning";
import { type AlertDefinition, type DesiredAlert, interimName } from "../../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigJson,
  deployed,
  engineFixture,
  type Environment,
  expectExecutable,
} from "../engine-fixture";

const start = engineFixture();

function defined(name: string, changes: Partial<AlertDefinition> = {}): AlertDefinition {
  return { ...cpuHigh, name, place: { file: "alerts.yaml" }, ...changes };
}

async function createAlerts(environment: Environment, ...alerts: DesiredAlert[]): Promise<void> {
  for (const alert of alerts) await createAlert(environment.session(), alert, "none");
  environment.clearCalls();
}

async function apply(environment: Environment, definitions: readonly AlertDefinition[], parallelism = 8) {
  const session = environment.session();
  const plan = await planEnvironment(session, definitions, { deletionLimit: {} });
  expect(plan.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  environment.clearCalls();
  const { results } = await executePlan(session, expectExecutable(plan), { parallelism });
  return { actions: plan.changes.map(({ action }) => action), results, plan };
}

const alertNamed = (name: string, annotations = ""): DesiredAlert => ({ ...cpuHigh, name, annotations });
const idsByName = async (environment: Environment) =>
  Object.fromEntries((await environment.listAlerts()).map(({ name, id }) => [String(name), Number(id)]));

it("a rename is one PUT of the alert, and does not write the configuration", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("old"));
  const { actions } = await apply(environment, [defined("new", { annotations: "", renamedFrom: "old" })]);
  expect(actions).toEqual(["rename"]);
  expect(environment.writes()).toEqual(["PUT /alerts/1"]);
  expect(await idsByName(environment)).toEqual({ new: 1 });
  const again = await apply(environment, [defined("new", { annotations: "", renamedFrom: "old" })]);
  expect(again.actions).toEqual(["unchanged"]);
});

it.each([1, 8])("a create waits for the rename that frees its name (parallelism %d)", async (parallelism) => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"));
  const { results } = await apply(
    environment,
    [defined("a"), defined("b", { annotations: "", renamedFrom: "a" })],
    parallelism,
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(environment.writes()).toEqual(["PUT /alerts/1", "POST /alerts", "PUT /alerts/2/config"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
});

it.each([1, 8])(
  "a chain of renames starts with the rename to the free name (parallelism %d)",
  async (parallelism) => {
    const environment = await start();
    await createAlerts(environment, alertNamed("a"), alertNamed("b"), alertNamed("c"));
    const renamed = (name: string, renamedFrom: string) => defined(name, { annotations: "", renamedFrom });
    await apply(environment, [renamed("b", "a"), renamed("c", "b"), renamed("d", "c")], parallelism);
    expect(environment.writes()).toEqual(["PUT /alerts/3", "PUT /alerts/2", "PUT /alerts/1"]);
    expect(await idsByName(environment)).toEqual({ b: 1, c: 2, d: 3 });
  },
);

const swap = [
  defined("a", { annotations: "was b", renamedFrom: "b" }),
  defined("b", { annotations: "was a", renamedFrom: "a" }),
];

it.each([1, 8])("two names are swapped through an interim name (parallelism %d)", async (parallelism) => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a", "was a"), alertNamed("b", "was b"));
  const { actions, results } = await apply(environment, swap, parallelism);
  expect(actions).toEqual(["rename", "rename"]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(environment.writes()).toEqual(["PUT /alerts/2", "PUT /alerts/1", "PUT /alerts/2"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
  expect((await apply(environment, swap)).actions).toEqual(["unchanged", "unchanged"]);
});

it("a swap that fails halfway is reported, and the next run completes it", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a", "was a"), alertNamed("b", "was b"));
  const fault = environment.faults.add({
    method: "PUT",
    path: "/api/v2/config/alerts/1",
    answer: { status: 400 },
  });
  const { results } = await apply(environment, swap);
  expect(results).toMatchObject([
    { name: "a", outcome: "skipped" },
    { name: "b", outcome: "failed" },
  ]);
  expect(await idsByName(environment)).toEqual({ [interimName("a")]: 2, a: 1 });
  fault.remove();
  const next = await apply(environment, swap);
  expect(next.results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
});

it("if the token is refused at the first rename to an interim name, no further change starts", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"), alertNamed("b"), alertNamed("c"), alertNamed("d"));
  environment.faults.add({ method: "PUT", answer: { status: 401 } });
  const renamed = (name: string, renamedFrom: string) => defined(name, { annotations: "", renamedFrom });
  const swaps = [renamed("a", "b"), renamed("b", "a"), renamed("c", "d"), renamed("d", "c")];
  const { results } = await apply(
    environment,
    swaps.map((definition) => ({ ...definition, annotations: "changed" })),
    1,
  );
  expect(results).toMatchObject([
    { name: "a", outcome: "failed" },
    { name: "b", outcome: "skipped", problems: [] },
    { name: "c", outcome: "skipped", problems: [] },
    { name: "d", outcome: "skipped", problems: [] },
  ]);
  expect(environment.writes()).toHaveLength(1);
});

it("after a successful rename to an interim name, a 403 for another alert fails only that change", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a", "was a"), alertNamed("b", "was b"), alertNamed("c"));
  environment.faults.add({ method: "PUT", path: "/api/v2/config/alerts/1", answer: { status: 403 } });
  const { results } = await apply(environment, [...swap, defined("c", { annotations: "changed" })], 1);
  expect(results).toMatchObject([
    { name: "a", outcome: "skipped" },
    { name: "b", outcome: "failed" },
    { name: "c", outcome: "done" },
  ]);
});

it("an interrupt during a swap reports the alert that has an interim name", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a", "was a"), alertNamed("b", "was b"));
  const session = environment.session();
  const plan = await planEnvironment(session, swap);
  const interrupt = new AbortController();
  const running = executePlan(session, expectExecutable(plan), { parallelism: 1, signal: interrupt.signal });
  interrupt.abort();
  expect((await running).results).toMatchObject([
    {
      name: "a",
      outcome: "failed",
      problems: [{ what: expect.stringContaining(interimName("a")) as string }],
    },
    { name: "b", outcome: "skipped" },
  ]);
});

it("a swap of the names of two alerts of different kinds replaces both alerts", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"), { ...deployed, name: "b" });
  const { results } = await apply(environment, [
    defined("a", { renamedFrom: "b", annotations: "x" }),
    defined("b", { renamedFrom: "a", condition: deployed.condition, annotations: "x" }),
  ]);
  expect(results.map(({ action, outcome }) => [action, outcome])).toEqual([
    ["replace", "done"],
    ["replace", "done"],
  ]);
  expect(await environment.listAlerts()).toMatchObject([
    { name: "b", type: 1 },
    { name: "a", type: 2 },
  ]);
});

it("a change whose name is not freed does not start, and its error names the alert that holds the name", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"));
  environment.faults.add({ method: "PUT", path: /alerts\/1$/, answer: { status: 400 } });
  const { results } = await apply(environment, [
    defined("a"),
    defined("b", { annotations: "", renamedFrom: "a" }),
  ]);
  expect(results).toMatchObject([
    { name: "a", action: "create", outcome: "skipped", problems: [{ severity: "error" }] },
    { name: "b", action: "rename", outcome: "failed" },
  ]);
  expect(results[0]?.problems[0]?.what).toContain('"b"');
  expect(environment.writes()).toEqual(["PUT /alerts/1"]);
});

it("pruning deletes matching unmanaged alerts, except alerts that changed after the plan was made", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("keep"), alertNamed("team/x"), alertNamed("team/y"));
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("keep", { annotations: "" })], {
    prune: (name) => name.startsWith("team/"),
    deletionLimit: { count: 2 },
  });
  expect(plan.problems).toEqual([]);
  await environment.callDirectly("PUT", "/alerts/3", {
    id: 3,
    name: "team/y",
    annotations: "still needed",
    policy: 2,
    type: 2,
    disabled: 0,
    destinations: [],
  });
  const { results } = await executePlan(session, expectExecutable(plan));
  expect(results).toMatchObject([
    { name: "team/x", action: "delete", outcome: "done" },
    { name: "team/y", action: "delete", outcome: "failed" },
  ]);
  expect(Object.keys(await idsByName(environment))).toEqual(["keep", "team/y"]);
  expect(await environment.callDirectly("GET", "/alerts/3/config")).toEqual(cpuHighConfigJson);
});

it("a plan over the deletion limit has an error, and still lists its changes", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"), alertNamed("b"));
  const plan = await planEnvironment(environment.session(), [defined("a", { annotations: "" })], {
    prune: () => true,
  });
  expect(plan.changes.map(({ action }) => action)).toEqual(["unchanged", "delete"]);
  expect(plan.problems).toMatchObject([{ severity: "error" }]);
});

it.each([1, 8])(
  "a rename does not create an alert if the list of the plan omitted the old one (parallelism %d)",
  async (parallelism) => {
    const environment = await start();
    await createAlerts(environment, alertNamed("a", "was a"));
    environment.faults.add({ method: "GET", path: /alerts$/, times: 1, answer: { keep: 0 } });
    const definitions = [
      defined("a", { annotations: "new" }),
      defined("b", { annotations: "", renamedFrom: "a" }),
    ];
    const { actions, results } = await apply(environment, definitions, parallelism);
    expect(actions).toEqual(["create", "create"]);
    expect(results).toMatchObject([
      { name: "a", outcome: "failed" },
      { name: "b", outcome: "failed", problems: [{ what: expect.stringContaining('"a" (id 1)') as string }] },
    ]);
    expect(environment.writes()).toEqual([]);
    await apply(environment, definitions, parallelism);
    expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
  },
);

it("two new alerts are both created, even if one is renamed from the name of the other", async () => {
  const environment = await start();
  const { results } = await apply(environment, [defined("a"), defined("b", { renamedFrom: "a" })], 1);
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
});

it("an alert with a former name is not created if the list fails", async () => {
  const environment = await start();
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("b", { renamedFrom: "a" }), defined("c")]);
  environment.faults.add({ method: "GET", times: 5, answer: { status: 500 } });
  const { results } = await executePlan(session, expectExecutable(plan), { parallelism: 1 });
  expect(results).toMatchObject([
    { name: "b", outcome: "failed" },
    { name: "c", outcome: "done" },
  ]);
});

it("a rename to a name that was taken after the plan fails, even if the service allows duplicate names", async () => {
  const environment = await start({ uniqueNames: false });
  await createAlerts(environment, alertNamed("a"), alertNamed("b"));
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("c", { annotations: "", renamedFrom: "a" })]);
  const [, b] = await environment.listAlerts();
  await environment.callDirectly("PUT", "/alerts/2", { ...b, name: "c" });
  environment.clearCalls();
  const { results } = await executePlan(session, expectExecutable(plan));
  expect(results).toMatchObject([
    {
      outcome: "failed",
      problems: [{ what: "Another alert (id 2) took this name after the plan was made." }],
    },
  ]);
  expect(environment.calls().filter((call) => !call.startsWith("GET /alerts"))).toEqual([]);
});
