/** Data sources of alerts within the propagation window of a write: the list of the service does not show the write yet. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlock, provider } from "../alert-stories";

const data = `
data "dbmon_alert" "a" {
  name = dbmon_alert.a.name
}
data "dbmon_alerts" "all" {
  depends_on = [dbmon_alert.a]
}
output "alert" { value = [data.dbmon_alert.a.policy, data.dbmon_alert.a.event.categories] }
output "names" { value = data.dbmon_alerts.all.alerts[*].name }
`;

describeWithTerraform("data sources of alerts within the propagation window", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ staleReads: true });
    world.service.clock.hold();
  });
  afterEach(async () => {
    await world.stop();
  });

  const configure = (fields: Parameters<typeof alertBlock>[1]) => {
    world.configure(provider + alertBlock("a", fields) + data);
  };
  const expectPlanWithoutChanges = async () => {
    const plan = await world.plan();
    expect({ code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({ code: 0, text: "" });
  };

  it("find an alert that the same run, or the run before, created, updated or renamed", async () => {
    configure({ name: "a" });
    await world.apply();
    expect(await world.outputs()).toEqual({ alert: [1, ["x"]], names: ["a"] });
    expect(await world.alerts()).toEqual([]);
    await expectPlanWithoutChanges();

    world.pass(61);
    configure({ name: "b", policy: 2, category: "y" });
    await world.apply();
    expect(await world.outputs()).toEqual({ alert: [2, ["y"]], names: ["b"] });
    expect(await world.alerts()).toMatchObject([{ name: "a", policy: 1 }]);
    await expectPlanWithoutChanges();
    expect(await world.outputs()).toEqual({ alert: [2, ["y"]], names: ["b"] });
  });

  it("report how long to wait for an alert that another state created", async () => {
    configure({ name: "a" });
    await world.apply();
    const colleague = world.colleague();
    try {
      colleague.configure(`${provider}data "dbmon_alert" "a" { name = "a" }`);
      const plan = await colleague.plan();
      expect(plan.code).toBe(1);
      expect(plan.text).toContain('There is no alert named "a".');
      expect(plan.text).toContain("the service may not list it yet: plan again in 60 s.");
    } finally {
      colleague.folder.remove();
    }
  });
});
