/** A saved plan applies what was reviewed: a change since the plan is refused before each write. Files of others have no effect. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import {
  alertBlocks,
  createManually,
  expectSettled,
  type Fields,
  idsInState,
  takeWrites,
} from "../alert-stories";

describeWithTerraform("the apply of a saved plan", () => {
  let world: DbmonTerraform;
  let temporary: string;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), "dbmon-"));
    world = await DbmonTerraform.start();
    world.configure(alertBlocks({ a: { name: "G" } }));
    await world.apply();
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
    rmSync(temporary, { recursive: true });
  });

  const environment = () => ({ ...world.environment, TMPDIR: temporary });
  const savePlan = async (blocks: Record<string, Fields>, ...args: readonly string[]) => {
    world.configure(alertBlocks(blocks));
    const plan = await world.run(["plan", "-input=false", "-out=saved.tfplan", ...args], environment());
    expect(plan).toMatchObject({ code: 0 });
    takeWrites(world);
  };
  const applySaved = () => world.run(["apply", "saved.tfplan"], environment());
  const edit = async (change: object) => {
    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, ...change });
    takeWrites(world);
  };

  it.each<[string, Record<string, Fields>, string[]]>([
    ["an update", { a: { name: "G", category: "y" } }, []],
    ["a rename", { a: { name: "H" } }, []],
    ["a replacement", { a: { name: "G", trigger: 5 } }, []],
    ["a deletion", {}, []],
    ["a destroy", { a: { name: "G" } }, ["-destroy"]],
  ])("refuses %s of an alert that was changed since the plan", async (_, blocks, args) => {
    await savePlan(blocks, ...args);
    await edit({ annotations: "by hand" });
    const refused = await applySaved();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      `"${blocks.a?.name ?? "G"}": The alert (id 1) was changed since the plan was made: annotations from "" to "by hand".`,
    );
    expect(takeWrites(world)).toEqual([]);
  });

  it.each([[[]], [["-parallelism=1"]]])(
    "refuses a creation whose name an alert of the same state got by hand since the plan %j",
    async (args) => {
      await savePlan({ a: { name: "G" }, b: { name: "B" } }, ...args);
      await edit({ name: "B" });
      const refused = await applySaved();
      expect(refused.code).toBe(1);
      expect(refused.text).toMatch(/Error: "B": .*\(id 1\)/);
      expect(takeWrites(world)).toEqual([]);
      expect(idsInState(world)).toEqual({ a: 1 });
      await world.apply();
      expect(takeWrites(world)).toEqual(["PUT 1", "POST", "PUT 2/config"]);
      await expectSettled(world);
    },
  );

  it("refuses an unmanaged alert that appeared since the plan, with the import block", async () => {
    await savePlan({ a: { name: "G" }, b: { name: "B" } });
    const id = await createManually(world, { name: "B", category: "x" });
    const refused = await applySaved();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"B": an alert with this name already exists (id 2) and is identical');
    expect(refused.text).toContain(`import { to = dbmon_alert.NAME id = "${String(id)}" }`);
    expect(takeWrites(world)).toEqual([]);
  });

  it("neither reads nor writes files in the temporary folder, whatever another user planted there", async () => {
    const planted = join(temporary, `dbmon-provider-${String(process.getuid?.())}`);
    mkdirSync(planted, { mode: 0o777 });
    const lines = ['{"type":"managed","id":1}', '{"type":"removed","id":1,"name":"G"}', "null"];
    for (const name of [
      `${String(process.ppid)}-1.0123456789abcdef.${String(process.pid)}-1`,
      "plan-saved.tfplan",
    ])
      writeFileSync(join(planted, name), `[0,0,0,0]\n${lines.join("\n")}\n`);
    await savePlan({ a: { name: "G" }, b: { name: "B" } });
    expect(await applySaved()).toMatchObject({ code: 0 });
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    expect(readdirSync(temporary)).toHaveLength(1);
    expect(readdirSync(planted)).toHaveLength(2);
    await expectSettled(world);
  });
});
