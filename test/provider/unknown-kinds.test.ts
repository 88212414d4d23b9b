/** `dbmon_alert` in Terraform with live alerts of an unsupported kind. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const configuration = `provider "dbmon" {}
resource "dbmon_alert" "one" {
  name   = "Deployed"
  policy = 1
  event  = { categories = ["deploy"] }
}`;

describeWithTerraform("an alert of an unsupported kind", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const listAlerts = (...data: unknown[]) => {
    world.service.faults.clear();
    world.service.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body: { data } } });
  };

  it("cannot be imported, and a resource with its name is an error at plan", async () => {
    listAlerts({ id: "41", name: "Deployed", type: 3 });
    world.configure(configuration);
    const planned = await world.plan();
    expect(planned.code).toBe(1);
    expect(planned.text).toContain(
      '"Deployed": name: An alert with this name exists (id 41) and has an unsupported kind (type 3).',
    );
    for (const key of ["41", "Deployed"]) {
      const imported = await world.run(["import", "dbmon_alert.one", key]);
      expect(imported.code).toBe(1);
      expect(imported.text).toContain("The alert (id 41) has an unsupported kind (type 3).");
    }
    expect(world.writes()).toEqual([]);
  });

  it("is an error at plan if it is managed, and is neither recreated nor removed from the state", async () => {
    world.configure(configuration);
    await world.apply();
    world.service.requests.clear();
    listAlerts({ id: 1, name: "Deployed", type: "custom" });
    const planned = await world.plan();
    expect(planned.code).toBe(1);
    expect(planned.text).toContain('The alert (id 1) has an unsupported kind (type "custom").');
    world.service.faults.clear();
    expect((await world.plan()).code).toBe(0);
    expect(world.writes()).toEqual([]);
  });
});
