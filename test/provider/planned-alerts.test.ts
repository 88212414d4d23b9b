/** What plans of one process show: owners of alerts and names, and the wait for the plan of another resource. */
import { RunControl } from "../../src/engine/run-control";
import { PlannedAlerts } from "../../src/provider/planned-alerts";

/** A clock whose sleeps end when all microtasks have run, as in a real event loop. */
const clock = { now: () => 0, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };

let plans: PlannedAlerts;
beforeEach(() => {
  plans = new PlannedAlerts(new RunControl({ clock }));
});

it("two plans of an alert are a conflict if they have different owners, unless both remove it", () => {
  expect(plans.plan(1, { owner: "a", name: "A" })).toBeUndefined();
  expect(plans.plan(1, { owner: "a", name: "B" })).toBeUndefined();
  expect(plans.plan(1, { owner: "b", name: "B" })).toEqual({ owner: "a", name: "B" });
  expect(plans.plan(2, { owner: "a", name: "A", isRemoved: true })).toBeUndefined();
  expect(plans.plan(2, { owner: "b", name: "A", isRemoved: true })).toBeUndefined();
  expect(plans.plan(2, { owner: "c", name: "A" })).toMatchObject({ owner: "b" });
  expect([...plans.removed]).toEqual([2]);
});

it("a name is created by one owner at a time, and kept by one alert until it is renamed or removed", () => {
  expect(plans.planCreation("N", "a")).toBe(false);
  expect(plans.planCreation("N", "a")).toBe(false);
  expect(plans.planCreation("N", "b")).toBe(true);
  plans.endCreation("N");
  expect(plans.planCreation("N", "b")).toBe(false);

  plans.plan(1, { owner: "a", name: "A" });
  expect([plans.isPlanned("A", 2), plans.isPlanned("A", 1)]).toEqual([true, false]);
  plans.plan(1, { owner: "a", name: "B" });
  expect(plans.isPlanned("A", 2)).toBe(false);
  plans.plan(1, { owner: "a", name: "B", isRemoved: true });
  expect(plans.isPlanned("B", 2)).toBe(false);
});

it("a wait ends with the plan, with the last request, or if ten requests wait", async () => {
  const wait = () => plans.track(() => plans.waitForPlan(() => plans.get(1)?.name === "B"));
  const ended = wait();
  expect(await ended).toBe("ended");

  const met = wait();
  await plans.track(() => Promise.resolve(plans.plan(1, { owner: "a", name: "B" })));
  expect(await met).toBe("met");

  plans.plan(1, { owner: "a", name: "A" });
  const ten = Array.from({ length: 10 }, wait);
  expect(new Set(await Promise.all(ten))).toEqual(new Set(["full", "ended"]));
  expect((await Promise.all(ten))[0]).toBe("full");
});

it("a wait goes on while another request works", async () => {
  let finish: () => void = () => undefined;
  const working = plans.track(() => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = plans.track(() => plans.waitForPlan(() => plans.get(1)?.name === "B"));
  for (let turn = 0; turn < 100; turn++) await clock.sleep();
  plans.plan(1, { owner: "a", name: "B" });
  finish();
  await working;
  expect(await waiting).toBe("met");
});
