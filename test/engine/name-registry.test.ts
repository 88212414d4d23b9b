/** Two pieces of work of one session that mean one alert, side by side as Terraform runs them. */
import {
  createAlert,
  deleteAlert,
  type EnvironmentSession,
  executePlan,
  ForeignAlertError,
  IncompleteAlertError,
  planEnvironment,
  planEnvironmentRemoval,
} from "../../src/engine";
import { type AlertDefinition } from "../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigOnWire,
  cpuHighOnWire,
  deployed,
  engineBench,
  executable,
  failureOf,
} from "./engine-bench";

const start = engineBench();
const refused = { status: 400, body: { error: "metric: not known here" } };

it("a create whose name is held by an id being deleted waits, and then posts", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh);
  const session = environment.session();
  await session.live.alerts();
  const [deleted, created] = await Promise.all([deleteAlert(session, 1), createAlert(session, cpuHigh)]);
  expect(deleted).toBe("deleted");
  expect(created).toEqual({ id: 2, how: "created" });
  expect(await environment.listed()).toEqual([{ id: 2, ...cpuHighOnWire }]);
});

it.each([0, 1, 2, 3, 5, 8, 13, 21])(
  "a delete that comes %i turns after a create of the same alert leaves one alert, and both say so truly",
  async (turns) => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    await session.live.alerts();
    const creating = createAlert(session, cpuHigh);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const [created, deleted] = await Promise.all([creating, deleteAlert(session, 1)]);
    expect([
      [1, "handed-over"],
      [2, "deleted"],
    ]).toContainEqual([created.id, deleted]);
    expect(await environment.listed()).toMatchObject([{ id: created.id }]);
    expect(await environment.byHand("GET", `/alerts/${created.id}/config`)).toEqual(cpuHighConfigOnWire);
  },
);

describe("a create that was refused, for nothing told that the alert of its name is about to go", () => {
  const other = { ...cpuHigh, policy: 1 };

  it("gets that alert in the next run: the delete leaves it as the create wanted it", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    expect(await failureOf(createAlert(session, other))).toBeInstanceOf(ForeignAlertError);
    const before = environment.writes();
    expect(await deleteAlert(session, 1)).toBe("kept-for-refused-create");
    expect(environment.writes().slice(before.length)).toEqual(["PUT /alerts/1"]);
    expect(await createAlert(environment.session(), other)).toEqual({ id: 1, how: "adopted" });
  });

  it("finds its name free in the next run where that alert is of the other kind", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    const event = { ...cpuHigh, condition: { kind: "event", categories: ["x"] } } as const;
    expect(await failureOf(createAlert(session, event))).toBeInstanceOf(ForeignAlertError);
    expect(await deleteAlert(session, 1)).toBe("deleted");
    expect(await createAlert(environment.session(), event)).toEqual({ id: 2, how: "created" });
  });
});

it("two creates of one name in one session: the second is refused, and there is one alert", async () => {
  const environment = await start();
  const session = environment.session();
  const [first, second] = await Promise.allSettled([
    createAlert(session, cpuHigh),
    createAlert(session, cpuHigh),
  ]);
  expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
  expect(await environment.listed()).toHaveLength(1);
});

it("a creation that failed leaves its name free for the next", async () => {
  const environment = await start();
  const session = environment.session();
  environment.faults.add({ method: "POST", times: 1, answer: refused });
  await failureOf(createAlert(session, cpuHigh));
  expect(await createAlert(session, cpuHigh)).toMatchObject({ how: "created" });
});

describe("a lost answer to the POST, and then a configuration refused for good", () => {
  it("the alert is left, for another run may have made it, and its id is told", async () => {
    const environment = await start();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    const fault = environment.faults.add({ method: "PUT", answer: refused });
    const error = await failureOf(createAlert(environment.session(), cpuHigh));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(error).toMatchObject({ id: 1 });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");

    fault.remove();
    expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, how: "completed" });
    expect(await environment.listed()).toHaveLength(1);
  });

  it("where the list cannot be read either, the user learns that the alert may exist", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    environment.faults.add({ method: "GET", answer: { status: 403 } });
    const error = await failureOf(createAlert(session, cpuHigh));
    expect(error.message).toContain('"CPU high": The alert may have been created');
  });
});

describe("what somebody changed since the plan was made", () => {
  const definition: AlertDefinition = { ...cpuHigh, place: {} };

  const removal = (session: EnvironmentSession) => planEnvironmentRemoval(session, [definition]);
  const replacement = (session: EnvironmentSession) =>
    planEnvironment(session, [{ ...deployed, name: cpuHigh.name, place: {} }]);
  const edits = {
    alert: {
      path: "/alerts/1",
      body: { ...cpuHighOnWire, id: 1, annotations: "Manual" },
      difference: 'annotations from "https://wiki.shop.example/cpu" to "Manual"',
    },
    configuration: {
      path: "/alerts/1/config",
      body: { ...cpuHighConfigOnWire, trigger: 17 },
      difference: "threshold.trigger from 0.9 to 17",
    },
  } as const;

  it.each([
    ["deleted", "alert", removal],
    ["deleted", "configuration", removal],
    ["replaced", "alert", replacement],
    ["replaced", "configuration", replacement],
  ] as const)("is not %s: its %s", async (_, half, makePlan) => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    const plan = await makePlan(session);
    environment.forgetCalls();
    const { path, body, difference } = edits[half];
    await environment.byHand("PUT", path, body);
    const { results } = await executePlan(session, executable(plan));
    expect(results).toMatchObject([
      {
        outcome: "failed",
        problems: [{ what: `The alert (id 1) was changed since the plan was made: ${difference}.` }],
      },
    ]);
    expect(environment.writes()).toEqual([]);
  });

  it("is not called deleted where only the list has lost it", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    const plan = await planEnvironmentRemoval(session, [definition]);
    environment.faults.add({
      method: "GET",
      path: /\/alerts$/,
      times: 1,
      answer: { status: 200, body: { data: [] } },
    });
    const { results } = await executePlan(session, executable(plan));
    expect(results).toMatchObject([
      {
        outcome: "failed",
        problems: [
          { remedy: "The list may be stale or truncated. Run again in a minute. Nothing was written." },
        ],
      },
    ]);
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });
});
