/** Renames and deletions of a plan, in the order that unique names ask for. */
import { createAlert, executePlan, planEnvironment } from "../../src/engine";
import { type AlertDefinition, type DesiredAlert, interimName } from "../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigOnWire,
  deployed,
  engineBench,
  executable,
  type Environment,
} from "./engine-bench";

const start = engineBench();

function defined(name: string, changes: Partial<AlertDefinition> = {}): AlertDefinition {
  return { ...cpuHigh, name, place: { file: "alerts.yaml" }, ...changes };
}

async function exist(environment: Environment, ...alerts: DesiredAlert[]): Promise<void> {
  for (const alert of alerts) await createAlert(environment.session(), alert);
  environment.forgetCalls();
}

async function apply(environment: Environment, definitions: readonly AlertDefinition[], parallelism = 8) {
  const session = environment.session();
  const plan = await planEnvironment(session, definitions, { deletionLimit: {} });
  expect(plan.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  environment.forgetCalls();
  const { results } = await executePlan(session, executable(plan), { parallelism });
  return { actions: plan.changes.map(({ action }) => action), results, plan };
}

const named = (name: string, annotations = ""): DesiredAlert => ({ ...cpuHigh, name, annotations });
const idsByName = async (environment: Environment) =>
  Object.fromEntries((await environment.listed()).map(({ name, id }) => [String(name), Number(id)]));

it("a rename is one PUT of the alert, its configuration left alone", async () => {
  const environment = await start();
  await exist(environment, named("old"));
  const { actions } = await apply(environment, [defined("new", { annotations: "", renamedFrom: "old" })]);
  expect(actions).toEqual(["rename"]);
  expect(environment.writes()).toEqual(["PUT /alerts/1"]);
  expect(await idsByName(environment)).toEqual({ new: 1 });
  const again = await apply(environment, [defined("new", { annotations: "", renamedFrom: "old" })]);
  expect(again.actions).toEqual(["unchanged"]);
});

it.each([1, 8])("a create waits for the rename that frees its name (%d at a time)", async (parallelism) => {
  const environment = await start();
  await exist(environment, named("a"));
  const { results } = await apply(
    environment,
    [defined("a"), defined("b", { annotations: "", renamedFrom: "a" })],
    parallelism,
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(environment.writes()).toEqual(["PUT /alerts/1", "POST /alerts", "PUT /alerts/2/config"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
});

it.each([1, 8])("a chain of renames is done from its free end (%d at a time)", async (parallelism) => {
  const environment = await start();
  await exist(environment, named("a"), named("b"), named("c"));
  const renamed = (name: string, renamedFrom: string) => defined(name, { annotations: "", renamedFrom });
  await apply(environment, [renamed("b", "a"), renamed("c", "b"), renamed("d", "c")], parallelism);
  expect(environment.writes()).toEqual(["PUT /alerts/3", "PUT /alerts/2", "PUT /alerts/1"]);
  expect(await idsByName(environment)).toEqual({ b: 1, c: 2, d: 3 });
});

const swap = [
  defined("a", { annotations: "was b", renamedFrom: "b" }),
  defined("b", { annotations: "was a", renamedFrom: "a" }),
];

it.each([1, 8])("two names are swapped by way of an interim one (%d at a time)", async (parallelism) => {
  const environment = await start();
  await exist(environment, named("a", "was a"), named("b", "was b"));
  const { actions, results } = await apply(environment, swap, parallelism);
  expect(actions).toEqual(["rename", "rename"]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(environment.writes()).toEqual(["PUT /alerts/2", "PUT /alerts/1", "PUT /alerts/2"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
  expect((await apply(environment, swap)).actions).toEqual(["unchanged", "unchanged"]);
});

it("a swap that is cut off in the middle tells so, and the next run ends it", async () => {
  const environment = await start();
  await exist(environment, named("a", "was a"), named("b", "was b"));
  const fault = environment.faults.add({
    method: "PUT",
    path: "/api/v2/config/alerts/1",
    answer: { status: 400 },
  });
  const { results } = await apply(environment, swap);
  expect(results).toMatchObject([
    { name: "a", outcome: "not-begun" },
    { name: "b", outcome: "failed" },
  ]);
  expect(await idsByName(environment)).toEqual({ [interimName("a")]: 2, a: 1 });
  fault.remove();
  const next = await apply(environment, swap);
  expect(next.results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(await idsByName(environment)).toEqual({ a: 2, b: 1 });
});

it("a token that is refused as the first alert steps aside is refused once, and nothing more is begun", async () => {
  const environment = await start();
  await exist(environment, named("a"), named("b"), named("c"), named("d"));
  environment.faults.add({ method: "PUT", answer: { status: 401 } });
  const from = (name: string, renamedFrom: string) => defined(name, { annotations: "", renamedFrom });
  const swaps = [from("a", "b"), from("b", "a"), from("c", "d"), from("d", "c")];
  const { results } = await apply(
    environment,
    swaps.map((one) => ({ ...one, annotations: "changed" })),
    1,
  );
  expect(results).toMatchObject([
    { name: "a", outcome: "failed" },
    { name: "b", outcome: "not-begun", problems: [] },
    { name: "c", outcome: "not-begun", problems: [] },
    { name: "d", outcome: "not-begun", problems: [] },
  ]);
  expect(environment.writes()).toHaveLength(1);
});

it("a token that has moved one alert aside may write: what it may not do to another is that one's alone", async () => {
  const environment = await start();
  await exist(environment, named("a", "was a"), named("b", "was b"), named("c"));
  environment.faults.add({ method: "PUT", path: "/api/v2/config/alerts/1", answer: { status: 403 } });
  const { results } = await apply(environment, [...swap, defined("c", { annotations: "changed" })], 1);
  expect(results).toMatchObject([
    { name: "a", outcome: "not-begun" },
    { name: "b", outcome: "failed" },
    { name: "c", outcome: "done" },
  ]);
});

it("an interrupt in the middle of a swap is told of the alert that has an interim name", async () => {
  const environment = await start();
  await exist(environment, named("a", "was a"), named("b", "was b"));
  const session = environment.session();
  const plan = await planEnvironment(session, swap);
  const interruption = new AbortController();
  const running = executePlan(session, executable(plan), { parallelism: 1, signal: interruption.signal });
  interruption.abort();
  expect((await running).results).toMatchObject([
    {
      name: "a",
      outcome: "failed",
      problems: [{ what: expect.stringContaining(interimName("a")) as string }],
    },
    { name: "b", outcome: "not-begun" },
  ]);
});

it("a swap of alerts of different kinds replaces both, each name free in its turn", async () => {
  const environment = await start();
  await exist(environment, named("a"), { ...deployed, name: "b" });
  const { results } = await apply(environment, [
    defined("a", { renamedFrom: "b", annotations: "x" }),
    defined("b", { renamedFrom: "a", condition: deployed.condition, annotations: "x" }),
  ]);
  expect(results.map(({ action, outcome }) => [action, outcome])).toEqual([
    ["replace", "done"],
    ["replace", "done"],
  ]);
  expect(await environment.listed()).toMatchObject([
    { name: "b", type: 1 },
    { name: "a", type: 2 },
  ]);
});

it("what waits for a name that is not freed is not begun, and says for whom it waited", async () => {
  const environment = await start();
  await exist(environment, named("a"));
  environment.faults.add({ method: "PUT", path: /alerts\/1$/, answer: { status: 400 } });
  const { results } = await apply(environment, [
    defined("a"),
    defined("b", { annotations: "", renamedFrom: "a" }),
  ]);
  expect(results).toMatchObject([
    { name: "a", action: "create", outcome: "not-begun", problems: [{ severity: "error" }] },
    { name: "b", action: "rename", outcome: "failed" },
  ]);
  expect(results[0]?.problems[0]?.what).toContain('"b"');
  expect(environment.writes()).toEqual(["PUT /alerts/1"]);
});

it("pruning deletes what the pattern has and no definition means, compared once more before", async () => {
  const environment = await start();
  await exist(environment, named("keep"), named("team/x"), named("team/y"));
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("keep", { annotations: "" })], {
    prune: (name) => name.startsWith("team/"),
    deletionLimit: { count: 2 },
  });
  expect(plan.problems).toEqual([]);
  await environment.byHand("PUT", "/alerts/3", {
    id: 3,
    name: "team/y",
    annotations: "still needed",
    policy: 2,
    type: 2,
    disabled: 0,
    destinations: [],
  });
  const { results } = await executePlan(session, executable(plan));
  expect(results).toMatchObject([
    { name: "team/x", action: "delete", outcome: "done" },
    { name: "team/y", action: "delete", outcome: "failed" },
  ]);
  expect(Object.keys(await idsByName(environment))).toEqual(["keep", "team/y"]);
  expect(await environment.byHand("GET", "/alerts/3/config")).toEqual(cpuHighConfigOnWire);
});

it("a plan that would delete too much is an error, with its changes to look at", async () => {
  const environment = await start();
  await exist(environment, named("a"), named("b"));
  const plan = await planEnvironment(environment.session(), [defined("a", { annotations: "" })], {
    prune: () => true,
  });
  expect(plan.changes.map(({ action }) => action)).toEqual(["unchanged", "delete"]);
  expect(plan.problems).toMatchObject([{ severity: "error" }]);
});

it.each([1, 8])(
  "a rename whose old alert the plan's list left out is no creation (%d at a time)",
  async (parallelism) => {
    const environment = await start();
    await exist(environment, named("a", "was a"));
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

it("two creations, one renamed from the other's name, are both made where neither existed", async () => {
  const environment = await start();
  const { results } = await apply(environment, [defined("a"), defined("b", { renamedFrom: "a" })], 1);
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
});

it("a renamed alert that cannot be looked for is not created", async () => {
  const environment = await start();
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("b", { renamedFrom: "a" }), defined("c")]);
  environment.faults.add({ method: "GET", times: 5, answer: { status: 500 } });
  const { results } = await executePlan(session, executable(plan), { parallelism: 1 });
  expect(results).toMatchObject([
    { name: "b", outcome: "failed" },
    { name: "c", outcome: "done" },
  ]);
});

it("a name that another alert got since the plan is not taken, even where the service would let two have it", async () => {
  const environment = await start({ uniqueNames: false });
  await exist(environment, named("a"), named("b"));
  const session = environment.session();
  const plan = await planEnvironment(session, [defined("c", { annotations: "", renamedFrom: "a" })]);
  const [, b] = await environment.listed();
  await environment.byHand("PUT", "/alerts/2", { ...b, name: "c" });
  environment.forgetCalls();
  const { results } = await executePlan(session, executable(plan));
  expect(results).toMatchObject([
    {
      outcome: "failed",
      problems: [{ what: "Another alert (id 2) took this name after the plan was made." }],
    },
  ]);
  expect(environment.calls().filter((call) => !call.startsWith("GET /alerts"))).toEqual([]);
});
