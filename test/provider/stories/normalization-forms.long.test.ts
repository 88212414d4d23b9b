/** Terraform converts every string to NFC. The service may hold names and other strings in NFD. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { applyAdopting, takeWrites } from "../alert-stories";

const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

const block = (annotations: string, policy = 1) => `
resource "dbmon_alert" "cafe" {
  name         = "${composed}"
  policy       = ${policy}
  annotations  = "${annotations}"
  destinations = ["${composed}"]
  host_types   = ["${composed}"]
  event        = { categories = ["${composed}"] }
}
`;
const header = 'provider "dbmon" {}\n';

describeWithTerraform("an alert whose strings are in NFD", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    const environment = world.service.environment();
    environment.add("destinations", { id: 77, name: decomposed, integration: 1, settings: {} });
    await world.call("POST", "/config/alerts", {
      name: decomposed,
      annotations: decomposed,
      policy: 1,
      type: 1,
      disabled: 0,
      destinations: [77],
    });
    await world.call("PUT", "/config/alerts/1/config", {
      hosts: [],
      host_types: [decomposed],
      categories: [decomposed],
    });
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  it("is imported by its name, has no changes, and keeps the form of the strings that an update does not change", async () => {
    world.configure(header + block(composed));
    const imported = await world.run(["import", "-input=false", "dbmon_alert.cafe", composed]);
    expect([imported.code, imported.code === 0 ? "" : imported.text]).toEqual([0, ""]);
    expect((await world.plan()).code).toBe(0);

    world.configure(header + block(composed, 2));
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 1"]);
    expect(await world.alerts()).toMatchObject([
      { id: 1, name: decomposed, annotations: decomposed, policy: 2 },
    ]);
    expect((await world.plan()).code).toBe(0);

    world.configure(header);
    await world.apply();
    expect(await world.alerts()).toEqual([]);
  });

  it("is adopted by a creation without a write", async () => {
    world.configure(header + block(composed));
    await applyAdopting(world);
    expect(takeWrites(world)).toEqual([]);
    expect((await world.plan()).code).toBe(0);
  });

  it("makes a creation an error if another alert has the name in NFC", async () => {
    await world.call("POST", "/config/alerts", {
      name: composed,
      annotations: "",
      policy: 1,
      type: 1,
      disabled: 0,
      destinations: [],
    });
    takeWrites(world);
    world.configure(header + block(composed));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      "2 live alerts have this name (ids 1, 2). The names differ only in their Unicode normalization form.",
    );
    expect(takeWrites(world)).toEqual([]);
  });
});
