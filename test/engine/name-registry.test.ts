/** Concurrent operations of one session on one alert, as Terraform runs them. */
import {
  createAlert,
  deleteAlert,
  type EnvironmentSession,
  executePlan,
  ForeignAlertError,
  IncompleteAlertError,
} from "../../src/engine";
import { planEnvironment, planEnvironmentRemoval } from "../../src/planning";
import { type AlertDefinition } from "../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigJson,
  cpuHighJson,
  deployed,
  engineFixture,
  expectExecutable,
  rejectionOf,
} from "../support/engine-fixture";

const start = engineFixture();
const refused = { status: 400, body: { error: "metric: unknown" } };

it("a create waits for the deletion of the alert that holds its name, and then posts", async () => {
  const environment = await start();
  await createAlert(environment.session(), cpuHigh);
  const session = environment.session();
  await session.live.alerts();
  const [deleted, created] = await Promise.all([deleteAlert(session, 1), createAlert(session, cpuHigh)]);
  expect(deleted).toBe("deleted");
  expect(created).toEqual({ id: 2, outcome: "created" });
  expect(await environment.listAlerts()).toEqual([{ id: 2, ...cpuHighJson }]);
});

it.each([0, 1, 2, 3, 5, 8, 13, 21])(
  "a delete that starts %i microtasks after a create of the same alert leaves one alert, and both results are accurate",
  async (microtasks) => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    await session.live.alerts();
    const creation = createAlert(session, cpuHigh);
    for (let count = 0; count < microtasks; count++) await Promise.resolve();
    const [created, deleted] = await Promise.all([creation, deleteAlert(session, 1)]);
    expect([
      [1, "handed-over"],
      [2, "deleted"],
    ]).toContainEqual([created.id, deleted]);
    expect(await environment.listAlerts()).toMatchObject([{ id: created.id }]);
    expect(await environment.callDirectly("GET", `/alerts/${created.id}/config`)).toEqual(cpuHighConfigJson);
  },
);

describe("when a create is refused and the same session then deletes the alert that holds its name", () => {
  const other = { ...cpuHigh, policy: 1 };

  it("the delete keeps the alert and updates it as desired, and the next run adopts it", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    expect(await rejectionOf(createAlert(session, other))).toBeInstanceOf(ForeignAlertError);
    const before = environment.writes();
    expect(await deleteAlert(session, 1)).toBe("kept-for-refused-create");
    expect(environment.writes().slice(before.length)).toEqual(["PUT /alerts/1"]);
    expect(await createAlert(environment.session(), other)).toEqual({ id: 1, outcome: "adopted" });
  });

  it("the delete deletes an alert of the other kind, and the next run creates the alert", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    const event = { ...cpuHigh, condition: { kind: "event", categories: ["x"] } } as const;
    expect(await rejectionOf(createAlert(session, event))).toBeInstanceOf(ForeignAlertError);
    expect(await deleteAlert(session, 1)).toBe("deleted");
    expect(await createAlert(environment.session(), event)).toEqual({ id: 2, outcome: "created" });
  });
});

it("the second of two concurrent creates with the same name is refused", async () => {
  const environment = await start();
  const session = environment.session();
  const [first, second] = await Promise.allSettled([
    createAlert(session, cpuHigh),
    createAlert(session, cpuHigh),
  ]);
  expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
  expect(await environment.listAlerts()).toHaveLength(1);
});

it("after a failed create, another create with the same name succeeds", async () => {
  const environment = await start();
  const session = environment.session();
  environment.faults.add({ method: "POST", times: 1, answer: refused });
  await rejectionOf(createAlert(session, cpuHigh));
  expect(await createAlert(session, cpuHigh)).toMatchObject({ outcome: "created" });
});

describe("when the response to the POST is lost and the configuration is refused", () => {
  it("the alert is not deleted, because another run may have created it, and the error has its ID", async () => {
    const environment = await start();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    const fault = environment.faults.add({ method: "PUT", answer: refused });
    const error = await rejectionOf(createAlert(environment.session(), cpuHigh));
    expect(error).toBeInstanceOf(IncompleteAlertError);
    expect(error).toMatchObject({ id: 1 });
    expect(environment.writes()).not.toContain("DELETE /alerts/1");

    fault.remove();
    expect(await createAlert(environment.session(), cpuHigh)).toEqual({ id: 1, outcome: "completed" });
    expect(await environment.listAlerts()).toHaveLength(1);
  });

  it("and the list fails too, the error reports that the alert may exist", async () => {
    const environment = await start();
    const session = environment.session();
    await session.live.alerts();
    environment.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
    environment.faults.add({ method: "GET", answer: { status: 403 } });
    const error = await rejectionOf(createAlert(session, cpuHigh));
    expect(error.message).toContain('"CPU high": The alert may have been created');
  });
});

describe("an alert that was changed after the plan was made", () => {
  const definition: AlertDefinition = { ...cpuHigh, place: {} };

  const removal = (session: EnvironmentSession) => planEnvironmentRemoval(session, [definition]);
  const replacement = (session: EnvironmentSession) =>
    planEnvironment(session, [{ ...deployed, name: cpuHigh.name, place: {} }]);
  const edits = {
    alert: {
      path: "/alerts/1",
      body: { ...cpuHighJson, id: 1, annotations: "Manual" },
      difference: 'annotations from "https://wiki.shop.example/cpu" to "Manual"',
    },
    configuration: {
      path: "/alerts/1/config",
      body: { ...cpuHighConfigJson, trigger: 17 },
      difference: "threshold.trigger from 0.9 to 17",
    },
  } as const;

  it.each([
    ["deleted", "alert", removal],
    ["deleted", "configuration", removal],
    ["replaced", "alert", replacement],
    ["replaced", "configuration", replacement],
  ] as const)("is not %s (changed part: %s)", async (_, part, makePlan) => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh);
    const session = environment.session();
    const plan = await makePlan(session);
    environment.clearCalls();
    const { path, body, difference } = edits[part];
    await environment.callDirectly("PUT", path, body);
    const { results } = await executePlan(session, expectExecutable(plan));
    expect(results).toMatchObject([
      {
        outcome: "failed",
        problems: [{ what: `The alert (id 1) was changed since the plan was made: ${difference}.` }],
      },
    ]);
    expect(environment.writes()).toEqual([]);
  });

  it("is not reported as deleted if only the list omits it", async () => {
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
    const { results } = await executePlan(session, expectExecutable(plan));
    expect(results).toMatchObject([
      {
        outcome: "failed",
        problems: [
          { remedy: "Run again in a minute. The list may be stale or truncated. Nothing was written." },
        ],
      },
    ]);
    expect(environment.writes()).not.toContain("DELETE /alerts/1");
  });
});
