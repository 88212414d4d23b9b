/** Each alert has one resource, and each name one alert. Configurations that break this are refused. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { describeWithTerraform } from "../../../support/terraform";
import { alertBlocks, expectSettled, idsInState, takeWrites } from "../../alert-stories";

const importBlock = (label: string, id: number) =>
  `import {\n  to = dbmon_alert.${label}\n  id = "${String(id)}"\n}\n`;

describeWithTerraform("a plan is refused", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it("if two new or renamed resources have the same name", async () => {
    world.configure(alertBlocks({ a: { name: "twice" }, b: { name: "twice", policy: 2 } }));
    const created = await world.tryApply();
    expect(created.code).toBe(1);
    expect(created.text).toContain('"twice": two resources are planned to have this name');
    expect(created.text).toMatch(/with dbmon_alert\.[ab],/);
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks({ a: { name: "one" }, b: { name: "two" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "one" }, b: { name: "one" } }));
    const renamed = await world.tryApply();
    expect(renamed.code).toBe(1);
    expect(renamed.text).toContain('"one": two resources are planned to have this name');
    expect(takeWrites(world)).toEqual([]);
  });

  it("if an import block imports a managed alert, and the state does not change", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }) + importBlock("b", 1));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/two resources in this state manage the alert with the id 1/);
    expect(refused.text).toContain("terraform state rm ADDRESS");
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });

  it("after terraform import of a managed alert, until the proposed command is run", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }));
    expect((await world.run(["import", "dbmon_alert.b", "1"])).code).toBe(0);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("two resources in this state manage the alert with the id 1");
    expect(takeWrites(world)).toEqual([]);

    expect((await world.run(["state", "rm", "dbmon_alert.b"])).code).toBe(0);
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  const managedTwice = /two resources in this state manage the alert with the id 1/;
  /** Ways by which the state gets a second resource of the alert. */
  const copies: Readonly<Record<string, () => Promise<void>>> = {
    "imported twice": async () => {
      expect((await world.run(["import", "dbmon_alert.b", "1"])).code).toBe(0);
    },
    "copied by hand without its private state": () =>
      copyInstance((instance) => ({ ...instance, private: undefined })),
  };
  /** Edits the state as text: resource b gets a copy of the instance of resource a. */
  function copyInstance(edit: (instance: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
    // The format of Terraform's state file.
    const state = JSON.parse(world.folder.stateText()) as {
      serial: number;
      resources: { name: string; instances: Record<string, unknown>[] }[];
    };
    state.serial++;
    for (const resource of state.resources.slice())
      state.resources.push({ ...resource, name: "b", instances: resource.instances.map(edit) });
    world.folder.write("terraform.tfstate", JSON.stringify(state));
    return Promise.resolve();
  }

  it.each(Object.entries(copies))(
    "if the state has one id under two addresses, %s, however Terraform plans",
    async (_, copy) => {
      world.configure(alertBlocks({ a: { name: "a" } }));
      await world.apply();
      world.configure(alertBlocks({ a: { name: "a" }, b: { name: "b" } }));
      await copy();
      takeWrites(world);
      for (const args of [[], ["-refresh=false"], ["-parallelism=1"]]) {
        const refused = await world.tryApply(...args);
        expect(refused.code).toBe(1);
        expect(refused.text).toMatch(managedTwice);
        expect(refused.text).toMatch(/They name it .*"a".* and .*"b"|They name it .*"b".* and .*"a"/);
        expect(refused.text).toContain("terraform state rm ADDRESS");
        expect(refused.text).toContain("terraform destroy -refresh=false");
      }
      // One resource keeps the alert, and the other one has no block.
      world.configure(alertBlocks({ a: { name: "a" } }));
      const orphan = await world.tryApply();
      expect(orphan.code).toBe(1);
      expect(orphan.text).toMatch(managedTwice);
      expect(takeWrites(world)).toEqual([]);

      expect(await world.run(["destroy", "-auto-approve", "-refresh=false"])).toMatchObject({ code: 0 });
      expect(new Set(takeWrites(world))).toEqual(new Set(["DELETE 1"]));
      expect([idsInState(world), await world.alerts()]).toEqual([{}, []]);
    },
  );
});
