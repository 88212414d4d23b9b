/** States that were changed outside Terraform: no other alert is read, changed or dropped from the state because of them. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { alertBlocks, idsInState, takeWrites } from "./alert-stories";

describeWithTerraform("a state with", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it.each(["abc", "1e0", "-1", "01", "9007199254740993", ""])("the ID %j is refused", async (id) => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.folder.write(
      "terraform.tfstate",
      world.folder.stateText().replace('"id": "1"', `"id": ${JSON.stringify(id)}`),
    );
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(`The state of an alert is not valid: id is "${id}"`);
    expect(refused.text).toContain("import the alert by its name");
    const applied = await world.tryApply();
    expect(applied.code).toBe(1);
    expect(takeWrites(world)).toEqual([]);
    expect(world.folder.stateText()).toContain(`"id": ${JSON.stringify(id)}`);
  });

  it("an unknown level is refused", async () => {
    world.configure(alertBlocks({ a: { name: "a", trigger: 90 } }));
    await world.apply();
    takeWrites(world);
    world.folder.write("terraform.tfstate", world.folder.stateText().replace('"crit"', '"fatal"'));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('The state of an alert is not valid: threshold.alert_level is "fatal"');
    expect(takeWrites(world)).toEqual([]);
  });

  it("a name like an ID imports by name, and an ID beyond 2^53 matches no alert", async () => {
    world.configure(alertBlocks({ a: { name: "9007199254740993" } }));
    await world.apply();
    expect((await world.run(["state", "rm", "dbmon_alert.a"])).code).toBe(0);
    const other = await world.run(["import", "dbmon_alert.a", "9007199254740992"]);
    expect(other.code).toBe(1);
    expect(other.text).toContain('No alert has the id or name "9007199254740992".');
    expect(await world.run(["import", "dbmon_alert.a", "9007199254740993"])).toMatchObject({ code: 0 });
    expect(idsInState(world)).toEqual({ a: 1 });
  });
});
