/** A token of another environment, in which the IDs of the state identify other alerts or no alerts. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlocks, createManually, idsInState, takeWrites, withoutWindow } from "../alert-stories";

const otherToken = "other-token";

describeWithTerraform("the token of another environment", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ tokens: { [otherToken]: "other" } });
    configure(1);
    await world.apply();
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  function configure(policy: number): void {
    world.configure(withoutWindow(alertBlocks({ a: { name: "a", policy }, b: { name: "b", policy } })));
  }

  const otherEnvironment = () => ({ ...world.environment, DBMON_API_TOKEN: otherToken });

  const apply = ["apply", "-auto-approve", "-input=false"];
  const destroy = ["destroy", "-auto-approve", "-input=false"];
  it.each([
    ["a plan", ["plan", "-input=false"]],
    ["an update without a refresh", [...apply, "-refresh=false"]],
    [
      "a replacement without a refresh",
      [...apply, "-refresh=false", "-replace=dbmon_alert.a", "-replace=dbmon_alert.b"],
    ],
    ["a destroy", destroy],
    ["a destroy without a refresh", [...destroy, "-refresh=false"]],
  ])("stops %s before any write if the IDs identify other alerts", async (_, command) => {
    for (const name of ["other a", "other b"])
      await createManually(world, { name, policy: 2, category: "z" }, otherToken);
    configure(3);
    const refused = await world.run(command, otherEnvironment());
    expect(refused.code).toBe(1);
    expect(refused.text.match(/Check that the API token belongs to the right environment\./g)).toHaveLength(
      2,
    );
    expect(takeWrites(world)).toEqual([]);
    expect(Object.values(idsInState(world)).sort()).toEqual([1, 2]);
  });

  it("causes a plan that creates the alerts if the IDs do not exist, and writes nothing", async () => {
    const plan = await world.run(["plan", "-input=false", "-detailed-exitcode"], otherEnvironment());
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("2 to add, 0 to change, 0 to destroy");
    expect(takeWrites(world)).toEqual([]);
  });
});
