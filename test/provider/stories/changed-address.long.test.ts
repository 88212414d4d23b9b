/** Alerts whose resources get another address in Terraform, with and without a moved block. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import {
  alertBlock,
  alertBlocks,
  expectSettled,
  idsInService,
  idsInState,
  manyBlocks,
  provider,
  sequentially,
  takeWrites,
} from "../alert-stories";

describeWithTerraform("a changed address", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const namesInService = async () => Object.keys(await idsInService(world)).sort();

  it("with a moved block makes no write, and a changed attribute writes only its part of the alert", async () => {
    world.configure(alertBlocks({ old: { name: "a" } }));
    await world.apply();
    takeWrites(world);

    const moved = "moved {\n  from = dbmon_alert.old\n  to = dbmon_alert.new\n}\n";
    world.configure(alertBlocks({ new: { name: "a" } }) + moved);
    await world.apply();
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ new: 1 });

    const again = "moved {\n  from = dbmon_alert.new\n  to = dbmon_alert.newer\n}\n";
    world.configure(alertBlocks({ newer: { name: "a", policy: 2 } }) + moved + again);
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 1"]);
    await expectSettled(world);
  });

  it("without a moved block deletes the alert and creates another one, in this order", async () => {
    world.configure(alertBlocks({ old: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ new: { name: "a" } }));
    expect((await world.plan()).text).toContain("1 to add, 0 to change, 1 to destroy");
    await world.apply();
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ new: 2 });
    await expectSettled(world);
  });

  it("of 15 alerts keeps all names and duplicates none, and completes a refused apply with -parallelism=1", async () => {
    const named = (label: string, policy = 1) =>
      alertBlocks(manyBlocks(label, 15, (index) => ({ name: `alert ${String(index)}`, policy })));
    world.configure(named("old"));
    await world.apply();
    const names = await namesInService();
    world.configure(named("new", 2));
    takeWrites(world);
    const refused = await world.tryApply(sequentially);
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/"alert \d+": an alert with this name already exists/);
    for (let turn = 1; (await world.tryApply()).code !== 0; turn++) expect(turn).toBeLessThan(3);
    expect(await namesInService()).toEqual(names);
    takeWrites(world);
    await expectSettled(world);
  });

  it("is refused if only the new resource is targeted", async () => {
    world.configure(alertBlocks({ old: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(provider + alertBlock("new", { name: "a", policy: 2 }));
    const refused = await world.tryApply("-target=dbmon_alert.new");
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"a": an alert with this name already exists (id 1) and differs');
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ old: 1 });
  });
});
