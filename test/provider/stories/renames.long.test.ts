/** Alerts that are renamed to names of other alerts in one apply: chains, cycles, and with a new alert. */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { until } from "../../support/programs";
import { describeWithTerraform } from "../../support/terraform";
import {
  alertBlocks,
  applyUntilDone,
  createManually,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  manyBlocks,
  provider,
  sequentially,
  takeWrites,
} from "../alert-stories";

/** Alerts whose names are numbered from `shift`. An increase of 1 gives each alert the former name of the next. */
const chain = (count: number, shift: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `n${String(index + shift)}` })));

describeWithTerraform("renames in one apply", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  async function createAlerts(blocks: Record<string, Fields>): Promise<void> {
    world.configure(alertBlocks(blocks));
    await world.apply(sequentially);
    takeWrites(world);
  }

  it("in a chain start with the rename to the free name", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const { x, y, z } = idsInState(world);
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "c" }, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toEqual([z, y, x].map((id) => `PUT ${String(id)}`));
    await expectSettled(world);
  });

  it("in a chain longer than Terraform's parallelism are complete after at most two applies", async () => {
    const count = 25;
    world.configure(chain(count, 0));
    await world.apply();
    takeWrites(world);
    world.configure(chain(count, 1));
    const planned = await world.plan();
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).not.toContain("already");
    await applyUntilDone(world, 2);
    const writes = takeWrites(world);
    expect(writes.filter((write) => !write.startsWith("PUT "))).toEqual([]);
    expect(writes.length).toBeLessThan(2 * count);
    await expectSettled(world);
  });

  it("in a count list that loses its first element are complete after at most two applies", async () => {
    const list = (names: readonly string[]) => `${provider}
resource "dbmon_alert" "listed" {
  count  = ${String(names.length)}
  name   = ${JSON.stringify(names)}[count.index]
  policy = 1
  event  = { categories = ["x"] }
}`;
    const names = Array.from({ length: 25 }, (_, index) => `name ${String(index)}`);
    world.configure(list(names));
    await world.apply();
    world.configure(list(names.slice(1)));
    const planned = await world.plan();
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).not.toContain("already");
    await world.tryApply();
    await world.apply();
    expect(Object.keys(await idsInService(world)).sort()).toEqual(names.slice(1).sort());
    takeWrites(world);
    await expectSettled(world);
  });

  it("in a chain with a conflicting depends_on are complete after two applies", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const last = { name: "d", more: "depends_on = [dbmon_alert.x]" };
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "c" }, z: last }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/"[bc]": name: The name is still held by another alert \(id /);
    expect(refused.text).toContain("If this run renames or deletes that alert, apply again.");
    await world.apply();
    takeWrites(world);
    await expectSettled(world);
  });

  it.each([
    ["two", { x: "b", y: "a" }],
    ["three", { x: "b", y: "c", z: "a" }],
  ])(
    "in a cycle of %s are complete after two applies, of which the second needs no interim name",
    async (_, to) => {
      const labels = Object.keys(to);
      await createAlerts(
        Object.fromEntries(labels.map((label, index) => [label, { name: "abc".charAt(index) }])),
      );
      const ids = idsInState(world);
      world.configure(
        alertBlocks(Object.fromEntries(Object.entries(to).map(([label, name]) => [label, { name }]))),
      );
      expect(await world.plan()).toMatchObject({ code: 2 });
      const first = await world.tryApply();
      expect(first.code).toBe(1);
      expect(first.text).toContain("For now, this alert has the interim name");
      const interim = Object.keys(await idsInService(world)).filter((name) =>
        name.startsWith("dbmon-rename-"),
      );
      expect(takeWrites(world)).toHaveLength(labels.length);
      await world.apply();
      expect(takeWrites(world)).toHaveLength(interim.length);
      expect(idsInState(world)).toEqual(ids);
      await expectSettled(world);
    },
  );

  it("with -parallelism=1 are refused without a write, and complete with the default parallelism", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a" } }));
    const refused = await world.tryApply(sequentially);
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/Error: "[ab]": another alert has this name/);
    expect(takeWrites(world)).toEqual([]);
    await applyUntilDone(world, 2);
    takeWrites(world);
    await expectSettled(world);
  });

  it.each([
    ["equal", 1],
    ["different", 2],
  ])("with a new alert of the old name (content: %s) give each alert its own id", async (_, policy) => {
    await createAlerts({ x: { name: "a" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a", policy } }));
    await applyUntilDone(world, 2);
    expect(takeWrites(world).filter((write) => write === "POST")).toHaveLength(1);
    const { x, y } = idsInState(world);
    expect(await idsInService(world)).toEqual({ b: x, a: y });
    await expectSettled(world);
  });

  it("to the name of an unmanaged alert are refused at plan, with one remedy", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" } });
    expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    world.configure(alertBlocks({ x: { name: "b" } }));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('Error: "b": another alert has this name (id ');
    expect(refused.text).toContain("Otherwise choose another name. See docs/guides/renaming.md.");
    expect(refused.text).not.toContain("import {");
    expect(
      (await world.run(["apply", "-auto-approve"], { ...world.environment, DBMON_EXISTING_ALERTS: "adopt" }))
        .code,
    ).toBe(1);
    expect(takeWrites(world)).toEqual([]);
  });

  it("to names of unmanaged alerts by ten or more resources warn at plan, and the apply fails without a write", async () => {
    const names = (prefix: string) =>
      alertBlocks(manyBlocks("r", 12, (index) => ({ name: `${prefix} ${String(index)}` })));
    for (let index = 0; index < 12; index++)
      await createManually(world, { name: `taken ${String(index)}`, category: "y" });
    world.configure(names("own"));
    await world.apply();
    takeWrites(world);
    world.configure(names("taken"));
    const planned = await world.plan();
    expect(planned.text).toMatch(/Warning: "taken \d+": another alert has this name/);
    expect(planned.text).toContain("Ten or more resources wait for names");
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(takeWrites(world).filter((write) => !write.startsWith("PUT "))).toEqual([]);
    const live = Object.keys(await idsInService(world));
    expect(live.filter((name) => name.startsWith("taken"))).toHaveLength(12);
    expect(live).toHaveLength(24);
    world.configure(names("own"));
    await world.apply();
    expect(Object.values(idsInState(world))).toHaveLength(12);
    expect((await world.plan()).code).toBe(0);
  });

  it("succeed in a second apply if the alert that has the name is renamed after the wait for it", async () => {
    await createAlerts({ a: { name: "A" }, b: { name: "B" } });
    const gate = world.folder.file("gate");
    execFileSync("mkfifo", [gate]);
    const late = `resource "terraform_data" "late" {\n  provisioner "local-exec" {\n    command = "cat gate"\n  }\n}\n`;
    world.configure(
      alertBlocks({ a: { name: "Z", more: "depends_on = [terraform_data.late]" }, b: { name: "A" } }) + late,
    );
    expect(await world.plan()).toMatchObject({ code: 2 });
    const environment = { ...world.environment, TF_LOG_CORE: "error" };
    const { output, ended } = world.folder.start(["apply", "-auto-approve", "-input=false"], environment);
    await until(() => output().includes('vertex "dbmon_alert.b" error'));
    await writeFile(gate, "");
    expect((await ended).code).toBe(1);
    await world.apply();
    // Among them is an interim name.
    expect(takeWrites(world)).toHaveLength(3);
    expect(Object.keys(await idsInService(world)).sort()).toEqual(["A", "Z"]);
    await expectSettled(world);
  });
});

describeWithTerraform("a new alert under a name that a rename freed within the propagation window", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started), { staleReads: true });

  it.each([[[]], [["-target=dbmon_alert.b"]]])(
    "gets an alert of its own after the window, and is refused before without a write (arguments: %j)",
    async (args) => {
      await renameAndReuse(world);
      const refused = await world.tryApply(...args);
      expect(refused.code).toBe(1);
      expect(refused.text).toContain('"B": an alert with this name already exists (id 1) and is identical');
      expect(refused.text).toContain("within the last minute, run again in a minute");
      expect(takeWrites(world)).toEqual([]);
      world.pass(61);
      await world.apply(...args);
      await expectOwnAlerts(world);
    },
  );
});

/** Renames the alert of resource a from "B" to "G", and configures a resource b with an equal alert named "B". */
async function renameAndReuse(world: DbmonTerraform): Promise<void> {
  const configure = (blocks: Record<string, Fields>) => {
    world.configure(alertBlocks(blocks));
  };
  configure({ a: { name: "B" } });
  await world.apply();
  world.pass(61);
  configure({ a: { name: "G" } });
  await world.apply();
  takeWrites(world);
  configure({ a: { name: "G" }, b: { name: "B" } });
}

/** Expects that an apply created the alert of resource b. */
async function expectOwnAlerts(world: DbmonTerraform): Promise<void> {
  expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
  world.pass(61);
  expect(await idsInService(world)).toEqual({ G: 1, B: 2 });
  await expectSettled(world);
}
