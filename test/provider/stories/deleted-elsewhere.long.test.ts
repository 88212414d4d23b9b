/** Alerts that were deleted outside Terraform, and responses that omit existing alerts. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlocks, expectSettled, idsInState, takeWrites, withoutWindow } from "../alert-stories";

const list = "*/alerts";

describeWithTerraform("an alert", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    configure();
    await world.apply();
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  function configure(policy = 1): void {
    world.configure(withoutWindow(alertBlocks({ a: { name: "a", policy } })));
  }

  async function deleteManually(): Promise<void> {
    await world.call("DELETE", "/config/alerts/1");
    takeWrites(world);
  }

  it("deleted outside Terraform is planned to be created again, and is created once", async () => {
    await deleteManually();
    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("1 to add, 0 to change, 0 to destroy");
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("deleted after the plan was made is not updated, and the next apply creates it again", async () => {
    configure(2);
    const saved = world.folder.file("saved.plan");
    expect((await world.plan(`-out=${saved}`)).code).toBe(2);
    await deleteManually();
    const refused = await world.run(["apply", "-input=false", saved]);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"a": The alert (id 1) was deleted since the plan was made. ');
    const withoutRefresh = await world.tryApply("-refresh=false");
    expect(withoutRefresh.code).toBe(1);
    expect(withoutRefresh.text).toContain("was deleted since the plan was made");
    expect(takeWrites(world)).toEqual([]);

    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("deleted after a destroy plan was made counts as destroyed", async () => {
    const saved = world.folder.file("saved.plan");
    expect((await world.plan("-destroy", `-out=${saved}`)).code).toBe(2);
    await deleteManually();
    expect((await world.run(["apply", "-input=false", saved])).code).toBe(0);
    expect(idsInState(world)).toEqual({});
    expect(await world.alerts()).toEqual([]);
  });

  it("omitted only from the list causes an error, and nothing is written", async () => {
    world.service.faults.add({ method: "GET", path: list, answer: { keep: 0 } });
    for (const refused of [
      await world.plan(),
      await world.tryApply(),
      await world.run(["destroy", "-auto-approve"]),
    ]) {
      expect(refused.code).toBe(1);
      expect(refused.text).toContain(
        '"a": The list of alerts does not contain the alert (id 1), but its configuration can be read.',
      );
    }
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });

  it.each([
    ["that is truncated", { status: 200, headers: { "x-vc-meta-more": "true" }, body: { data: [] } }],
    ["that is not a list", { status: 200, body: { data: null } }],
    ["of a proxy", { status: 404, body: "<html>not found</html>" }],
  ])("omitted from a response %s is not planned to be created again", async (_, answer) => {
    world.service.faults.add({ method: "GET", path: list, answer });
    for (const refused of [
      await world.plan(),
      await world.tryApply("-refresh=false", "-replace=dbmon_alert.a"),
    ]) {
      expect(refused.code).toBe(1);
      expect(refused.text).not.toContain("to add");
    }
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });
});
