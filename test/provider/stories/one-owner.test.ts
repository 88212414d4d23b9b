/** One alert belongs to one resource, and one name to one alert: what is told where a configuration says otherwise. */
import { alertBlocks, expectSettled, idsInState, takeWrites } from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const importBlock = (label: string, id: number) =>
  `import {\n  to = dbmon_alert.${label}\n  id = "${String(id)}"\n}\n`;

describeWithTerraform("one owner", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  it("two resources of one name are refused at plan, whether new or renamed, and nothing is written", async () => {
    world.configure(alertBlocks({ a: { name: "twice" }, b: { name: "twice", policy: 2 } }));
    const made = await world.tryApply();
    expect(made.code).toBe(1);
    expect(made.text).toContain('"twice": two resources are planned to have this name');
    expect(made.text).toMatch(/with dbmon_alert\.[ab],/);
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks({ a: { name: "one" }, b: { name: "two" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "one" }, b: { name: "one" } }));
    const renamed = await world.tryApply();
    expect(renamed.code).toBe(1);
    expect(renamed.text).toContain('"one": two resources are planned to have this name');
    expect(takeWrites(world)).toEqual([]);
  });

  it("an alert imported a second time by a block is refused at plan, and stays as it was", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }) + importBlock("b", 1));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/two resources in this state manage the alert with the id 1/);
    expect(refused.text).toContain("terraform state rm ADDRESS");
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });

  it("one imported a second time by the command is refused until the advice is followed", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }));
    expect((await world.run(["import", "dbmon_alert.b", "1"])).code).toBe(0);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("two resources in this state manage the alert with the id 1");
    expect(takeWrites(world)).toEqual([]);

    expect((await world.run(["state", "rm", "dbmon_alert.b"])).code).toBe(0);
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("a second owner that leaves is refused too: what belongs to another resource is not deleted", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "a" } }));
    expect((await world.run(["import", "dbmon_alert.b", "1"])).code).toBe(0);
    world.configure(alertBlocks({ a: { name: "a" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("two resources in this state manage the alert with the id 1");
    expect(takeWrites(world)).toEqual([]);
  });
});
