/** A creation that is planned before the resource that manages the alert with its name, because that resource depends on it. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { describeWithTerraform } from "../../../support/terraform";
import { alertBlock } from "../../alert-stories";

const adopting = 'provider "dbmon" { existing_alerts = "adopt" }\n';

describeWithTerraform("a creation that a renamed alert depends on", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it("does not adopt the renamed alert", async () => {
    world.configure(adopting + alertBlock("old", { name: "a" }));
    await world.apply();
    world.configure(
      adopting +
        alertBlock("old", { name: "b", more: "depends_on = [dbmon_alert.new]" }) +
        alertBlock("new", { name: "a" }),
    );
    const { code, text } = await world.tryApply();
    expect(code).toBe(1);
    expect(text).toContain('"b": another resource adopts the alert of this resource (id 1)');
    expect(text).toContain(
      "Rename one of the two alerts, or apply this change before you add the other resource.",
    );
    expect(await world.alerts()).toMatchObject([{ id: 1, name: "a" }]);
  });
});
