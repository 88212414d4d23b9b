/** With existing_alerts = adopt, no run adopts an alert that another resource of the state manages. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { until } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlocks,
  createManually,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  provider,
  sequentially,
  takeWrites,
} from "../../alert-stories";

const isManaged = '"B": another resource manages the alert that is listed with this name (id 1)';

/** Alerts of a provider with existing_alerts = adopt. @param windowSeconds its propagation window */
function adopting(blocks: Readonly<Record<string, Fields>>, windowSeconds = 60): string {
  const settings = `existing_alerts = "adopt"\n  propagation_window = "${String(windowSeconds)}s"`;
  return alertBlocks(blocks).replace(provider, `provider "dbmon" {\n  ${settings}\n}\n`);
}

describeWithTerraform("with existing_alerts = adopt, the previous name of an alert", () => {
  /** Reads of the service are stale for this time after a write. */
  const windowSeconds = 5;
  const reused = { a: { name: "G" }, b: { name: "B" } };
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds: windowSeconds });
    world.service.clock.hold();
    for (const name of ["B", "G"]) {
      world.configure(adopting({ a: { name } }, windowSeconds));
      await world.apply();
      if (name === "B") world.pass(windowSeconds);
    }
    world.configure(adopting(reused, windowSeconds));
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  async function expectOwnAlerts(): Promise<void> {
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ a: 1, b: 2 });
    world.pass(windowSeconds);
    expect(await idsInService(world)).toEqual({ G: 1, B: 2 });
    await expectSettled(world);
  }

  it.each([[[]], [["-refresh=false"]], [[sequentially]]])(
    "is refused within the window, and gets an alert of its own after it (arguments: %j)",
    async (args) => {
      const refused = await world.tryApply(...args);
      expect(refused.code).toBe(1);
      expect(refused.text).toMatch(/another resource (manages|adopts) the alert/);
      if (!args.includes(sequentially)) expect(refused.text).toContain(isManaged);
      expect(takeWrites(world)).toEqual([]);
      world.pass(windowSeconds);
      await world.apply(...args);
      await expectOwnAlerts();
    },
  );

  it("gets an alert of its own with -target, because the apply waits for a list that is not stale", async () => {
    const planned = await world.plan("-target=dbmon_alert.b");
    expect(planned.text).toContain("(id 1) with identical content: it will be adopted");
    const applying = world.tryApply("-target=dbmon_alert.b");
    const start = Date.now();
    await until(() => world.service.requests.list({ path: "*/alerts" }).length > 2);
    world.service.clock.advance(windowSeconds);
    expect(await applying).toMatchObject({ code: 0 });
    expect(Date.now() - start).toBeGreaterThanOrEqual(windowSeconds * 1000);
    await expectOwnAlerts();
  });

  it("gets an alert of its own if only the lists of the apply are stale", async () => {
    const { data } = (await world.call("GET", "/config/alerts")) as { data: object[] };
    world.pass(windowSeconds);
    expect((await world.plan("-out=saved.tfplan")).code).toBe(2);
    const answer = { status: 200, body: { data } };
    world.service.faults.add({ method: "GET", path: "*/alerts", times: 1, answer });
    takeWrites(world);
    expect(await world.run(["apply", "-input=false", "saved.tfplan"])).toMatchObject({ code: 0 });
    await expectOwnAlerts();
  });
});

describeWithTerraform("with existing_alerts = adopt, a plan", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it.each([
    ["renames", { a: { name: "A" }, b: { name: "B", policy: 2 } }],
    ["deletes", { b: { name: "B", policy: 2 } }],
  ])(
    "refuses a new alert with the name of an alert that it %s, and the default creates it",
    async (_, next) => {
      world.configure(adopting({ a: { name: "B" } }));
      await world.apply();
      takeWrites(world);
      world.configure(adopting(next));
      const refused = await world.tryApply();
      expect(refused.code).toBe(1);
      expect(refused.text).toContain(isManaged);
      expect(refused.text).toContain('apply with existing_alerts = "error", which is the default');
      expect(takeWrites(world)).toEqual([]);
      world.configure(alertBlocks(next));
      await world.apply();
      takeWrites(world);
      expect(idsInState(world)).toMatchObject({ b: 2 });
      await expectSettled(world);
    },
  );

  it("refuses a new alert whose name is unknown, because another resource may manage the alert with that name", async () => {
    world.configure(adopting({ a: { name: "B" } }));
    await world.apply();
    takeWrites(world);
    const late = 'resource "terraform_data" "late" {\n  input = "B"\n}\n';
    const blocks = { a: { name: "B" }, b: { name: "= terraform_data.late.output" } };
    world.configure(adopting(blocks) + late);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      'existing_alerts is "adopt", and the name of this alert is known only after',
    );
    expect(takeWrites(world)).toEqual([]);
  });

  it("refuses an existing alert whose new values are unknown, with an import block", async () => {
    await createManually(world, { name: "B", category: "x" });
    const late = 'resource "terraform_data" "late" {\n  input = "text"\n}\n';
    const more = "annotations = terraform_data.late.output";
    world.configure(adopting({ b: { name: "B", more } }) + late);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"B": an alert with this name already exists (id 1)');
    expect(refused.text).toContain("import {");
    expect(takeWrites(world)).toEqual([]);
  });

  it("refuses to rename an alert that it would adopt, because that resource depends on the new one", async () => {
    world.configure(adopting({ old: { name: "a" } }));
    await world.apply();
    world.configure(
      adopting({ old: { name: "b", more: "depends_on = [dbmon_alert.new]" }, new: { name: "a" } }),
    );
    const { code, text } = await world.tryApply();
    expect(code).toBe(1);
    expect(text).toContain('"b": another resource adopts the alert of this resource (id 1)');
    expect(text).toContain(
      "Rename one of the two alerts, apply this change before you add the other resource, or apply with existing_alerts",
    );
    expect(await world.alerts()).toMatchObject([{ id: 1, name: "a" }]);
  });
});
