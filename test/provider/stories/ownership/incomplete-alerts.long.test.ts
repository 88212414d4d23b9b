/**
 * An alert whose creation failed between its two calls, and that could not be rolled back. Its configuration was never written, so
 * neither the refresh nor the approval check assumes one, inside the propagation window or after it.
 */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlock,
  alertBlocks,
  expectSettled,
  idsInState,
  provider,
  takeWrites,
} from "../../alert-stories";

type Options = Parameters<typeof DbmonTerraform.start>[0];

describeWithTerraform("an incomplete, tainted alert", () => {
  let world: DbmonTerraform;
  let saved: string;
  afterEach(async () => {
    await world.stop();
  });

  /** @param when whether the service applied the refused configuration */
  const createIncomplete = async (when: "before" | "after-commit" = "before", options: Options = {}) => {
    world = await DbmonTerraform.start(options);
    saved = world.folder.file("saved.plan");
    world.configure(alertBlocks({ a: { name: "a" } }));
    const answer = { status: 400, body: { error: "not today" } };
    world.service.faults.add({
      method: "PUT",
      path: "*/config",
      answer,
      ...(when === "before" ? {} : { when }),
    });
    world.service.faults.add({ method: "DELETE", answer });
    const created = await world.tryApply();
    expect(created.text).toContain("its configuration could not be written");
    world.service.faults.clear();
    takeWrites(world);
  };
  const plan = async (...args: string[]) => {
    expect((await world.plan(`-out=${saved}`, ...args)).code).toBe(2);
  };
  const applySaved = () => world.run(["apply", "-input=false", saved]);
  const writeConfig = (category: string) =>
    world.call("PUT", "/config/alerts/1/config", { hosts: [], host_types: [], categories: [category] });

  const orders = [
    { planned: "inside", beforePlan: 0, applied: "inside", beforeApply: 0 },
    { planned: "inside", beforePlan: 0, applied: "after", beforeApply: 61 },
    { planned: "after", beforePlan: 61, applied: "after", beforeApply: 0 },
  ];

  it.each(orders)(
    "is replaced if planned $planned the window and applied $applied it",
    async ({ beforePlan, beforeApply }) => {
      await createIncomplete();
      expect(world.folder.instance("dbmon_alert")).toMatchObject({
        status: "tainted",
        attributes: { event: null, threshold: null },
      });
      world.pass(beforePlan);
      await plan();
      world.pass(beforeApply);
      expect(await applySaved()).toMatchObject({ code: 0 });
      expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
      await expectSettled(world);
    },
  );

  it.each(orders)(
    "is destroyed if planned $planned the window and applied $applied it",
    async ({ beforePlan, beforeApply }) => {
      await createIncomplete();
      world.pass(beforePlan);
      await plan("-destroy");
      world.pass(beforeApply);
      expect(await applySaved()).toMatchObject({ code: 0 });
      expect(takeWrites(world)).toEqual(["DELETE 1"]);
      expect(idsInState(world)).toEqual({});
    },
  );

  it.each(orders)(
    "is deleted with its block if planned $planned the window and applied $applied it",
    async ({ beforePlan, beforeApply }) => {
      await createIncomplete();
      world.configure(provider);
      world.pass(beforePlan);
      await plan();
      world.pass(beforeApply);
      expect(await applySaved()).toMatchObject({ code: 0 });
      expect(takeWrites(world)).toEqual(["DELETE 1"]);
    },
  );

  it("is replaced if its configuration was written after all, and only the apply reads it", async () => {
    await createIncomplete("after-commit", { staleReads: true });
    await plan();
    world.pass(61);
    expect(await applySaved()).toMatchObject({ code: 0 });
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    world.pass(61);
    await expectSettled(world);
  });

  it("is kept if someone completes it between a plan after the window and its apply, and replaced by the next apply", async () => {
    await createIncomplete();
    world.pass(61);
    await plan();
    await writeConfig("y");
    takeWrites(world);
    const refused = await applySaved();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      '"a": The alert (id 1) was changed since the plan was made: hosts from (none) to [], host_types from (none) to [], ' +
        'event.categories from (none) to ["y"].',
    );
    expect(takeWrites(world)).toEqual([]);
    await world.apply();
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it.each([0, 61])(
    "is completed by an update once it is untainted, %d s after its creation",
    async (seconds) => {
      await createIncomplete();
      world.pass(seconds);
      await world.run(["untaint", "dbmon_alert.a"]);
      expect((await world.plan()).text).toContain("0 to add, 1 to change, 0 to destroy");
      await world.apply();
      expect(takeWrites(world)).toEqual(["PUT 1/config"]);
      await expectSettled(world);
    },
  );

  it("is completed by a second update if the first one fails again", async () => {
    await createIncomplete();
    await world.run(["untaint", "dbmon_alert.a"]);
    world.configure(provider + alertBlock("a", { name: "a", policy: 2 }));
    world.service.faults.add({ method: "PUT", path: "*/config", answer: { status: 400 } });
    expect((await world.tryApply()).code).toBe(1);
    world.service.faults.clear();
    takeWrites(world);
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 1/config"]);
    await expectSettled(world);
  });
});
