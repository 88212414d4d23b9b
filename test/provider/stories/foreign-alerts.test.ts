/** Alerts that exist already when Terraform is to create them: somebody else's, or what an earlier run left. */
import {
  alertBlocks,
  expectSettled,
  idsInState,
  makeByHand,
  manyBlocks,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const adopting = (hcl: string) =>
  hcl.replace('provider "dbmon" {}', 'provider "dbmon" { existing_alerts = "adopt" }');

describeWithTerraform("a foreign alert of the same name", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  it("is adopted without a write where it is identical, and completed where only its configuration is missing", async () => {
    await makeByHand(world, { name: "same", category: "x" });
    await makeByHand(world, { name: "half" });
    world.configure(alertBlocks({ same: { name: "same" }, half: { name: "half" } }));
    expect((await world.plan()).code).toBe(2);
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 2/config"]);
    expect(idsInState(world)).toEqual({ same: 1, half: 2 });
    const shown = await world.run(["state", "show", "dbmon_alert.same"]);
    expect(shown.stdout).not.toContain("written_at");
    expect((await world.run(["state", "show", "dbmon_alert.half"])).stdout).toContain("written_at");
    await expectSettled(world);
  });

  it("is refused at plan where it differs, with the differences, and the block to paste imports it", async () => {
    await makeByHand(world, { name: "mine", policy: 2, category: "z" });
    await makeByHand(world, { name: "half", policy: 2 });
    const hcl = alertBlocks({ mine: { name: "mine" }, half: { name: "half" } });
    world.configure(hcl);
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("policy: 2 in the service, 1 here");
    expect(refused.text).toContain('event.categories: ["z"] in the service, ["x"] here');
    expect(refused.text).toContain("moved { from = dbmon_alert.OLD_NAME to = dbmon_alert.NAME }");
    expect(refused.text).toContain('"half": an alert of this name already exists and differs');
    expect(takeWrites(world)).toEqual([]);

    const blocks = [...refused.text.matchAll(/import \{ to = dbmon_alert\.NAME id = "(\d)" \}/g)]
      .map(
        ([, id]) =>
          `import {\n  to = dbmon_alert.${id === "1" ? "mine" : "half"}\n  id = "${String(id)}"\n}\n`,
      )
      .join("");
    world.configure(hcl + blocks);
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(["PUT 1", "PUT 1/config", "PUT 2", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("is taken over and changed where existing_alerts says so, except for one of the other kind", async () => {
    await makeByHand(world, { name: "mine", policy: 2, category: "x" });
    await makeByHand(world, { name: "half", policy: 2 });
    const wanted = { mine: { name: "mine" }, half: { name: "half" } };
    world.configure(adopting(alertBlocks({ ...wanted, mine: { name: "mine", trigger: 5 } })));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("it is of kind event");
    expect(takeWrites(world)).toEqual([]);

    world.configure(adopting(alertBlocks(wanted)));
    const plan = await world.plan();
    expect(plan.text).toContain(
      '"mine": an alert of this name exists (id 1) and will be adopted and updated',
    );
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(["PUT 1", "PUT 2", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ mine: 1, half: 2 });
    await expectSettled(world);
  });

  it("is found at apply where the name is not known at plan, and the rest is made", async () => {
    await makeByHand(world, { name: "late", policy: 2, category: "x" });
    await makeByHand(world, { name: "late too", category: "x" });
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

  it("is told for all of twenty at once", async () => {
    const blocks = manyBlocks("r", 20, (index) => ({ name: `alert ${String(index)}` }));
    for (const { name } of Object.values(blocks)) await makeByHand(world, { name, category: "z" });
    world.configure(alertBlocks({ ...blocks, own: { name: "own" } }));
    const told = async (what: RegExp) => {
      const refused = await world.plan();
      expect(refused.code).toBe(1);
      return new Set([...refused.text.matchAll(what)].map(([, name]) => name)).size;
    };
    expect(await told(/Error: "(alert \d+)": an alert of this name already exists and differs/g)).toBe(20);
    expect(takeWrites(world)).toEqual([]);

    // Beside alerts of the state, some may be those of resources that Terraform has no room to tell of: these are warnings.
    await world.apply("-target=dbmon_alert.own");
    expect(await told(/"(alert \d+)": an alert of this name already exists and differs/g)).toBe(20);
  });

  it("that two live alerts have is an error with both ids", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ uniqueNames: false });
    await makeByHand(world, { name: "twin", category: "x" });
    await makeByHand(world, { name: "twin", category: "x" });
    world.configure(alertBlocks({ twin: { name: "twin" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/"twin": .*1, 2/);
    expect(takeWrites(world)).toEqual([]);
  });
});
