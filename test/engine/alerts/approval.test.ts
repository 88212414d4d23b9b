/** A change is refused if the live alert is no longer the one that the plan showed. */
import { createAlert, type EnvironmentSession, executePlan, verify } from "../../../src/engine";
import { planEnvironment } from "../../../src/planning";
import { type AlertDefinition } from "../../../src/reconcile";
import {
  cpuHigh,
  cpuHighConfigJson,
  cpuHighJson,
  deployed,
  engineFixture,
  expectExecutable,
} from "../engine-fixture";

const start = engineFixture();

describe("an alert that was changed after the plan was made", () => {
  const definition: AlertDefinition = { ...cpuHigh, place: {} };

  const removal = (session: EnvironmentSession) =>
    planEnvironment(session, [definition], { isRemoval: true });
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
    await createAlert(environment.session(), cpuHigh, "none");
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

  describe("and is to be updated", () => {
    /** Plans a new trigger, changes the live alert by hand, and applies the plan. */
    async function applyAfter(
      { path, body }: Pick<(typeof edits)["alert"], "path" | "body"> | (typeof edits)["configuration"],
      changes: Partial<AlertDefinition> = {},
    ) {
      const environment = await start();
      await createAlert(environment.session(), cpuHigh, "none");
      const session = environment.session();
      const condition = { ...cpuHigh.condition, trigger: 0.95 };
      const plan = await planEnvironment(session, [{ ...definition, condition, ...changes }]);
      await environment.callDirectly("PUT", path, body);
      environment.clearCalls();
      const { results } = await executePlan(session, expectExecutable(plan));
      return { environment, session, plan: expectExecutable(plan), results };
    }

    it("is not written, and the problem lists what differs now, field by field", async () => {
      const { environment, results } = await applyAfter(edits.alert);
      expect(results).toMatchObject([
        {
          outcome: "failed",
          problems: [
            {
              what:
                `The alert (id 1) was changed since the plan was made: ${edits.alert.difference}. The difference is now: ` +
                'annotations from "Manual" to "https://wiki.shop.example/cpu", threshold.trigger from 0.9 to 0.95.',
            },
          ],
        },
      ]);
      expect(environment.writes()).toEqual([]);
    });

    it("is written with the manual change if the definition ignores its attribute", async () => {
      const { environment, session, plan, results } = await applyAfter(edits.alert, {
        ignore: ["annotations"],
        policy: 2,
      });
      expect(results).toMatchObject([{ outcome: "done", problems: [] }]);
      expect(await environment.listAlerts()).toMatchObject([{ annotations: "Manual", policy: 2 }]);
      expect(await verify(session, plan, { results })).toEqual([]);
    });
  });

  it("is not reported as deleted if only the list omits it", async () => {
    const environment = await start();
    await createAlert(environment.session(), cpuHigh, "none");
    const session = environment.session();
    const plan = await planEnvironment(session, [definition], { isRemoval: true });
    environment.faults.add({
      method: "GET",
      path: "*/alerts",
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
