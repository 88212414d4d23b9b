/** `terraform destroy` goes through whatever was deleted by hand, and a plan without changes checks no references. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { takeCallCounts } from "../../support/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlocks, createManually, expectSettled, idsInState, takeWrites } from "../alert-stories";

describeWithTerraform("terraform destroy", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    world.configure(alertBlocks({ a: { name: "a", policy: 2 }, b: { name: "b" } }));
    await world.apply("-parallelism=1");
    world.pass(61);
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  /** Newer versions of Terraform do not plan a destroy of an alert that is gone. */
  const doneOrRefused =
    /Destroy complete!|If this error blocks a destroy, run: terraform destroy -refresh=false/;
  const destroy = (...args: string[]) => world.run(["destroy", "-auto-approve", ...args]);
  const deleteAlertByHand = async () => {
    await world.call("DELETE", `/config/alerts/${String(idsInState(world).a)}`);
    takeWrites(world);
  };
  /** The service lists only policy 1. */
  const deletePolicy = () => {
    const answer = { status: 200, body: { data: [{ id: 1, name: "default" }] } };
    world.service.faults.add({ method: "GET", path: "*/alert-opts/policy", answer });
  };

  it("of an alert that is already gone succeeds, with and without a refresh", async () => {
    await deleteAlertByHand();
    expect(await destroy("-refresh=false")).toMatchObject({ code: 0 });
    expect([idsInState(world), await world.alerts()]).toEqual([{}, []]);
  });

  it("goes through without a refresh if an alert and its policy were deleted by hand", async () => {
    await deleteAlertByHand();
    deletePolicy();
    expect((await destroy()).text).toMatch(doneOrRefused);
    expect(await destroy("-refresh=false")).toMatchObject({ code: 0 });
    expect([idsInState(world), await world.alerts()]).toEqual([{}, []]);
  });

  it("goes through beside an alert of someone else that has the name now, and keeps that alert", async () => {
    await deleteAlertByHand();
    const other = await createManually(world, { name: "a", category: "other" });
    expect((await destroy()).text).toMatch(doneOrRefused);
    expect(await destroy("-refresh=false")).toMatchObject({ code: 0 });
    expect(idsInState(world)).toEqual({});
    expect((await world.alerts()).map(({ id }) => id)).toEqual([other]);
  });

  it("is not needed for an unchanged alert whose policy is gone: its plan has no changes and no call for policies", async () => {
    deletePolicy();
    takeCallCounts(world.service);
    expect(await world.plan()).toMatchObject({ code: 0 });
    expect(takeCallCounts(world.service)).toEqual({
      "GET /config/alerts": 1,
      "GET /config/alerts/ID/config": 2,
    });
    await expectSettled(world);
    world.configure(alertBlocks({ a: { name: "a", policy: 3 }, b: { name: "b" } }));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("If this error blocks a destroy, run: terraform destroy -refresh=false");
    expect(await destroy("-refresh=false")).toMatchObject({ code: 0 });
    expect([idsInState(world), await world.alerts()]).toEqual([{}, []]);
  });
});
