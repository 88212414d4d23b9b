/** The order of renames, creations and deletions in a plan, so that every name is free when it is needed. */
import { createAlert, executePlan } from "../../../src/engine";
import { planEnvironment } from "../../../src/planning";
import { type AlertDefinition, type DesiredAlert } from "../../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigJson,
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

it("a chain whose first alert the plan did not see renames the others, and writes nothing to that alert", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("b"));
  const session = environment.session();
  const renamed = (name: string, renamedFrom: string) => defined(name, { annotations: "", renamedFrom });
  const plan = await planEnvironment(session, [renamed("b", "a"), renamed("c", "b")], { deletionLimit: {} });
  await createAlerts(environment, alertNamed("a"));
  session.live.invalidate();
  const { results } = await executePlan(session, expectExecutable(plan), { parallelism: 8 });
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["b", "failed"],
    ["c", "done"],
  ]);
  expect(results[0]?.problems.map(({ what }) => what)).toEqual([
    'The alert "a" (id 2), which this definition renames, exists but is not in the plan.',
  ]);
  expect(await idsByName(environment)).toEqual({ a: 2, c: 1 });
});

it.each([
  ["two", ["a", "b"]],
  ["three", ["a", "b", "c"]],
])(
  "a cycle of %s renames is an error without changes, and two applies with a temporary name exchange the names",
  async (_, names) => {
    const environment = await start();
    await createAlerts(environment, ...names.map((name) => alertNamed(name)));
    const cycle = names.map((name, index) =>
      defined(name, {
        renamedFrom: names.at(index - 1),
        place: { file: "alerts.yaml", line: index + 1 },
      }),
    );
    const { status, changes, problems } = await planEnvironment(environment.session(), [
      ...cycle,
      defined("x"),
    ]);
    expect([status, changes]).toEqual(["refused", []]);
    expect(problems).toEqual([
      {
        code: "definition-invalid",
        severity: "error",
        what: expect.stringContaining(`The renames form a cycle: "a" to "b", `) as string,
        where: { file: "alerts.yaml", line: 1, subject: "a", field: ["renamed_from"] },
        remedy: expect.stringMatching(
          /Otherwise, give one of them a temporary name and apply\. Then /,
        ) as string,
      },
    ]);
    // With a temporary name, two applies exchange the names.
    const [first, ...others] = cycle;
    if (first === undefined) throw new Error("no definition");
    await apply(environment, [{ ...first, name: "temporary" }, ...others]);
    await apply(environment, [{ ...first, renamedFrom: "temporary" }, ...others]);
    const ids = names.map((name, index) => [name, ((index + names.length - 1) % names.length) + 1]);
    expect(await idsByName(environment)).toEqual(Object.fromEntries(ids));
  },
);

it("a change whose name is not freed does not start, and its error names the alert that holds the name", async () => {
  const environment = await start();
  await createAlerts(environment, alertNamed("a"));
  environment.faults.add({ method: "PUT", path: "*/alerts/1", answer: { status: 400 } });
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
    environment.faults.add({ method: "GET", path: "*/alerts", times: 1, answer: { keep: 0 } });
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

it("an alert with a previous name is not created if the list fails", async () => {
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
