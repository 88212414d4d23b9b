/** The kind of an alert depends on a value that only the apply knows. An update cannot become a replacement during the apply. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { expectSettled, provider, takeWrites } from "../alert-stories";

const threshold = '{ alert_level = "crit", metric = "m", trigger = 1, duration = 1, reset = 1 }';
const isEvent = 'terraform_data.kind.output == "event"';
const ofEitherKind = `
  event     = ${isEvent} ? { categories = ["x"] } : null
  threshold = ${isEvent} ? null : ${threshold}`;

describeWithTerraform("an alert whose kind is unknown at plan", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** A new version of terraform_data makes its output unknown at plan. */
  const configure = (kind: string, version: number, condition = ofEitherKind) => {
    world.configure(`${provider}
resource "terraform_data" "kind" {
  input            = "${kind}"
  triggers_replace = ${String(version)}
}
resource "dbmon_alert" "a" {
  name   = "a"
  policy = 1
  ${condition}
}`);
  };
  const create = async (kind: string) => {
    configure(kind, 1);
    await world.apply();
    takeWrites(world);
  };

  it.each([
    ["event", "threshold"],
    ["threshold", "event"],
    ["event", "event"],
  ])("is replaced, from %s to %s", async (from, to) => {
    await create(from);
    configure(to, 2);
    expect((await world.plan()).text).toMatch(/dbmon_alert.a must be replaced/);
    await world.apply();
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("is updated if one of event and threshold is known and has the kind of the alert", async () => {
    await create("event");
    configure("event", 2, `event = ${isEvent} ? { categories = ["x", "y"] } : null`);
    expect((await world.plan()).text).toMatch(/dbmon_alert.a will be updated in-place/);
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 1/config"]);
    await expectSettled(world);
  });

  it("is replaced if one of event and threshold is known and has the other kind", async () => {
    await create("event");
    configure("threshold", 2, `threshold = ${isEvent} ? null : ${threshold}`);
    expect((await world.plan()).text).toMatch(/dbmon_alert.a must be replaced/);
    await world.apply();
    expect(takeWrites(world)).toEqual(["DELETE 1", "POST", "PUT 2/config"]);
    await expectSettled(world);
  });
});
