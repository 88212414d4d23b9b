/** Replacement of alerts. Names are unique, so the old alert is deleted before the new one is created. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import {
  alertBlocks,
  expectSettled,
  idsInService,
  idsInState,
  provider,
  sequentially,
  takeWrites,
} from "../alert-stories";

describeWithTerraform("a replacement", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it.each([[[]], [[sequentially]]])(
    "for any reason is one DELETE, one POST and one PUT for each alert (arguments: %j)",
    async (args) => {
      const alerts = { kind: { name: "kind" }, replaced: { name: "replaced" }, tainted: { name: "tainted" } };
      world.configure(alertBlocks(alerts));
      await world.apply(sequentially);
      const before = Object.values(idsInState(world));
      expect((await world.run(["taint", "dbmon_alert.tainted"])).code).toBe(0);
      takeWrites(world);

      world.configure(alertBlocks({ ...alerts, kind: { name: "kind", trigger: 5 } }));
      await world.apply("-replace=dbmon_alert.replaced", ...args);
      const after = Object.values(idsInState(world));
      expect(after).toHaveLength(3);
      expect(after.filter((id) => before.includes(id))).toEqual([]);
      expect(takeWrites(world).sort()).toEqual([
        ...before.map((id) => `DELETE ${String(id)}`).sort(),
        "POST",
        "POST",
        "POST",
        ...after.map((id) => `PUT ${String(id)}/config`).sort(),
      ]);
      await expectSettled(world);
    },
  );

  it.each([[[]], [[sequentially]]])(
    "of all alerts of a for_each works when their kind changes and changes back (arguments: %j)",
    async (args) => {
      const each = (condition: string) => `${provider}
resource "dbmon_alert" "each" {
  for_each = toset(["a", "b", "c", "d"])
  name     = each.key
  policy   = 1
  ${condition}
}`;
      const event = each('event = { categories = ["x"] }');
      world.configure(event);
      await world.apply();
      takeWrites(world);
      world.configure(
        each('threshold = { alert_level = "crit", metric = "m", trigger = 2, duration = 1, reset = 1 }'),
      );
      const plan = await world.plan(...args);
      expect(plan.text).toContain("4 to add, 0 to change, 4 to destroy");
      await world.apply(...args);
      expect(takeWrites(world)).toHaveLength(12);
      world.configure(event);
      await world.apply(...args);
      expect(takeWrites(world)).toHaveLength(12);
      await expectSettled(world);
    },
  );

  it("with create_before_destroy is refused without a write, and works without it", async () => {
    world.configure(alertBlocks({ a: { name: "a", trigger: 5 } }));
    await world.apply();
    takeWrites(world);

    world.configure(alertBlocks({ a: { name: "a", more: "lifecycle { create_before_destroy = true }" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("names are unique, so create_before_destroy cannot work");
    expect(takeWrites(world)).toEqual([]);
    expect(Object.values(idsInState(world))).toEqual([1]);
    expect(await idsInService(world)).toEqual({ a: 1 });

    expect(refused.text).toContain("Remove it, run terraform destroy -target=dbmon_alert.NAME, and apply.");
    world.configure(alertBlocks({ a: { name: "a" } }));
    expect((await world.run(["destroy", "-auto-approve", "-target=dbmon_alert.a"])).code).toBe(0);
    await world.apply();
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("of an alert that also changes its name leaves only the new name", async () => {
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }));
    await world.apply(sequentially);
    takeWrites(world);
    const { a, b } = idsInState(world);

    world.configure(alertBlocks({ a: { name: "b", trigger: 5 }, b: { name: "c" } }));
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(
      [`DELETE ${String(a)}`, `PUT ${String(b)}`, "POST", "PUT 3/config"].sort(),
    );
    await expectSettled(world);
  });
});
