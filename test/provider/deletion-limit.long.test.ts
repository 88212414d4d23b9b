/** The provider's max_deletes limits the alerts that a plan deletes or replaces. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { alertBlocks } from "./alert-stories";

describeWithTerraform("max_deletes", () => {
  let world: DbmonTerraform;
  const four = { a: { name: "a" }, b: { name: "b" }, c: { name: "c" }, d: { name: "d" } };
  beforeEach(async () => {
    world = await DbmonTerraform.start({ propagationSeconds: 0 });
    world.configure(alertBlocks(four));
    await world.apply();
  });
  afterEach(() => world.stop());

  const withLimit = (args: readonly string[], limit: string) =>
    world.run(args, { ...world.environment, DBMON_MAX_DELETES: limit });
  const destroy = ["destroy", "-auto-approve", "-parallelism=1"];

  it("refuses the deletions above the limit, with the name, the count and what to set, and deletes nothing", async () => {
    const refused = await withLimit(destroy, "2");
    expect(refused.code).toBe(1);
    expect(refused.text.match(/: this is deletion \d of the plan, and max_deletes is 2/g)?.sort()).toEqual([
      ": this is deletion 3 of the plan, and max_deletes is 2",
      ": this is deletion 4 of the plan, and max_deletes is 2",
    ]);
    expect(refused.text).toContain(
      "run with DBMON_MAX_DELETES set to their number. See docs/guides/renaming.md.",
    );
    expect(await world.alerts()).toHaveLength(4);
    expect(await withLimit(destroy, "4")).toMatchObject({ code: 0 });
    expect(await world.alerts()).toEqual([]);
  });

  it("counts a replacement once, and no other change", async () => {
    const replaceAll = ["a", "b", "c"].map((label) => `-replace=dbmon_alert.${label}`);
    world.configure(alertBlocks({ ...four, d: { name: "renamed" } }));
    const plan = ["plan", "-input=false", ...replaceAll];
    expect((await withLimit(plan, "2")).text).toContain("deletion 3 of the plan, and max_deletes is 2");
    expect(await withLimit(plan, "3")).toMatchObject({ code: 0 });
  });

  it("is an argument too, whose value is checked", async () => {
    const block = (value: string) => `provider "dbmon" {\n  max_deletes = ${value}\n}\n`;
    world.configure(block("0"));
    expect((await world.plan()).text).toContain("deletion 1 of the plan, and max_deletes is 0");
    world.configure(block("-1"));
    expect((await world.plan()).text).toContain("Must be at least 0 (got -1).");
    world.configure(block("4"));
    expect((await world.plan()).code).toBe(2);
    expect((await withLimit(["plan"], "few")).code).toBe(0);
    world.configure(alertBlocks(four));
    expect((await withLimit(["plan"], "few")).text).toContain('DBMON_MAX_DELETES: "few" is not an integer.');
  });
});
