/** Waits between the requests of a client, in an order that Terraform's parallelism causes. */
import { RunControl } from "../../../src/engine/run-control";
import { RequestActivity } from "../../../src/provider/names/request-activity";

/** A clock whose sleeps end when all microtasks have run, as in a real event loop. */
const clock = {
  now: () => 0,
  sleep: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

it("lets the requests continue that a waiting request freed, although ten requests wait", async () => {
  const activity = new RequestActivity(new RunControl({ clock }));
  let isFreed = false;
  let continued = 0;
  const others = Array.from({ length: 9 }, () =>
    activity.track(async () => {
      await activity.waitUntil({ isMet: () => isFreed });
      continued++;
    }),
  );
  const awaited = activity.track(async () => {
    const condition = { isMet: () => continued === 9, isAwaited: () => continued < 9 };
    const first = await activity.waitUntil(condition);
    isFreed = true;
    return [first, await activity.waitUntil(condition)];
  });
  await Promise.all(others);
  expect(await awaited).toEqual(["saturated", "met"]);
});
