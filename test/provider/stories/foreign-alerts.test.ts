/** Alerts that exist before Terraform creates them: unmanaged alerts, or incomplete alerts of an earlier run. */
import {
  alertBlocks,
  expectSettled,
  idsInState,
  createManually,
  manyBlocks,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const withAdoption = (hcl: string) =>
  hcl.replace('provider "dbmon" {}', 'provider "dbmon" { existing_alerts = "adopt" }');

describeWithTerraform("an existing alert with the same name", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  it("is adopted without a write if it is identical, and completed if only its configuration is missing", async () => {
    await createManually(world, { name: "same", category: "x" });
    await createManually(world, { name: "incomplete" });
    world.configure(alertBlocks({ same: { name: "same" }, incomplete: { name: "incomplete" } }));
    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain(
      '"same": an alert of this name exists already (id 1) with identical content: it will be adopted, and destroying this resource deletes it',
    );
    expect(plan.text).toContain(
      '"incomplete": an alert of this name exists already (id 2) without its configuration: it will be adopted and completed',
    );
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 2/config"]);
    expect(idsInState(world)).toEqual({ same: 1, incomplete: 2 });
    const shown = await world.run(["state", "show", "dbmon_alert.same"]);
    expect(shown.stdout).not.toContain("written_at");
    expect((await world.run(["state", "show", "dbmon_alert.incomplete"])).stdout).toContain("written_at");
    await expectSettled(world);
  });

  it("is refused at plan with the differences if it differs, and the import block of the error imports it", async () => {
    await createManually(world, { name: "different", policy: 2, category: "z" });
    await createManually(world, { name: "incomplete", policy: 2 });
    const hcl = alertBlocks({ different: { name: "different" }, incomplete: { name: "incomplete" } });
    world.configure(hcl);
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("policy: 2 in the service, 1 in the configuration");
    expect(refused.text).toContain('event.categories: ["z"] in the service, ["x"] in the configuration');
    expect(refused.text).toContain("moved { from = dbmon_alert.OLD_NAME to = dbmon_alert.NAME }");
    expect(refused.text).toContain('"incomplete": an alert of this name already exists and differs');
    expect(takeWrites(world)).toEqual([]);

    const blocks = [...refused.text.matchAll(/import \{ to = dbmon_alert\.NAME id = "(\d)" \}/g)]
      .map(
        ([, id]) =>
          `import {\n  to = dbmon_alert.${id === "1" ? "different" : "incomplete"}\n  id = "${String(id)}"\n}\n`,
      )
      .join("");
    world.configure(hcl + blocks);
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(["PUT 1", "PUT 1/config", "PUT 2", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("is adopted and updated if existing_alerts is adopt, unless it is of the other kind", async () => {
    await createManually(world, { name: "different", policy: 2, category: "x" });
    await createManually(world, { name: "incomplete", policy: 2 });
    const desired = { different: { name: "different" }, incomplete: { name: "incomplete" } };
    world.configure(withAdoption(alertBlocks({ ...desired, different: { name: "different", trigger: 5 } })));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("kind: event in the service, threshold in the configuration");
    expect(takeWrites(world)).toEqual([]);

    world.configure(withAdoption(alertBlocks(desired)));
    const plan = await world.plan();
    expect(plan.text).toContain(
      '"different": an alert of this name exists already (id 1) and differs: it will be adopted and updated, and destroying this resource deletes it',
    );
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(["PUT 1", "PUT 2", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ different: 1, incomplete: 2 });
    await expectSettled(world);
  });

  it("is refused at plan if existing_alerts is error, unless only its configuration is missing", async () => {
    await createManually(world, { name: "same", category: "x" });
    await createManually(world, { name: "incomplete" });
    const refusing = (hcl: string) =>
      hcl.replace('provider "dbmon" {}', 'provider "dbmon" { existing_alerts = "error" }');
    const blocks = { incomplete: { name: "incomplete" }, other: { name: "other" } };
    world.configure(refusing(alertBlocks({ ...blocks, same: { name: "same" } })));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"same": an alert of this name already exists and is identical');
    expect(refused.text).toContain('id = "1"');
    expect(refused.text).not.toContain('"incomplete": an alert of this name already exists');
    expect(takeWrites(world)).toEqual([]);

    world.configure(refusing(alertBlocks(blocks)));
    await world.apply();
    expect(idsInState(world)).toEqual({ incomplete: 2, other: 3 });
    expect((await world.plan()).code).toBe(0);
  });

  it("is found at apply if the name is unknown at plan, and the other alerts are created", async () => {
    await createManually(world, { name: "late", policy: 2, category: "x" });
    await createManually(world, { name: "late too", category: "x" });
    const named = (name: string) =>
      `resource "terraform_data" "${name}" {\n  input = "${name.replace("_", " ")}"\n}\n`;
    world.configure(
      alertBlocks({
        late: { name: "= terraform_data.late.output" },
        too: { name: "= terraform_data.late_too.output" },
        other: { name: "other" },
      }) +
        named("late") +
        named("late_too"),
    );
    expect((await world.plan()).code).toBe(2);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"late": an alert of this name already exists and differs');
    expect(takeWrites(world)).toEqual(["POST", "PUT 3/config"]);
    expect(idsInState(world)).toEqual({ too: 2, other: 3 });
  });

  it("is reported for all of twenty alerts in one plan", async () => {
    const blocks = manyBlocks("r", 20, (index) => ({ name: `alert ${String(index)}` }));
    for (const { name } of Object.values(blocks)) await createManually(world, { name, category: "z" });
    world.configure(alertBlocks({ ...blocks, own: { name: "own" } }));
    const countReported = async (pattern: RegExp) => {
      const refused = await world.plan();
      expect(refused.code).toBe(1);
      return new Set([...refused.text.matchAll(pattern)].map(([, name]) => name)).size;
    };
    expect(
      await countReported(/Error: "(alert \d+)": an alert of this name already exists and differs/g),
    ).toBe(20);
    expect(takeWrites(world)).toEqual([]);

    // If the state has other alerts, the provider reports some of these as warnings of another resource.
    await world.apply("-target=dbmon_alert.own");
    expect(await countReported(/"(alert \d+)": an alert of this name already exists and differs/g)).toBe(20);
  });

  it("causes an error with both IDs if there are two of them", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ uniqueNames: false });
    await createManually(world, { name: "twin", category: "x" });
    await createManually(world, { name: "twin", category: "x" });
    world.configure(alertBlocks({ twin: { name: "twin" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/"twin": .*1, 2/);
    expect(takeWrites(world)).toEqual([]);
  });
});
