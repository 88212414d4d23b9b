/** Alerts that are renamed to names of other alerts in one apply: chains, cycles, and with a new alert. */
import {
  alertBlocks,
  applyUntilDone,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  manyBlocks,
  sequentially,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

/** Alerts whose names are numbered from `shift`. An increase of 1 gives each alert the former name of the next. */
const chain = (count: number, shift: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `n${String(index + shift)}` })));

describeWithTerraform("renames in one apply", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

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

  it.each([
    ["longer than Terraform's parallelism", 12, []],
    ["with parallelism 1", 5, [sequentially]],
  ])(
    "in a chain %s are complete after several applies, with one write for each alert",
    async (_, count, args) => {
      world.configure(chain(count, 0));
      await world.apply();
      const ids = Object.values(idsInState(world));
      takeWrites(world);
      world.configure(chain(count, 1));
      expect((await world.plan(...args)).code).toBe(2);
      await applyUntilDone(world, count, ...args);
      expect(takeWrites(world).sort()).toEqual(ids.map((id) => `PUT ${String(id)}`).sort());
      await expectSettled(world);
    },
  );

  it("in a chain with a conflicting depends_on fail, and succeed without depends_on", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const desired = { x: { name: "b" }, y: { name: "c" } };
    world.configure(alertBlocks({ ...desired, z: { name: "d", more: "depends_on = [dbmon_alert.x]" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"b": name: The name is still held by another alert (id ');
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks({ ...desired, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toHaveLength(3);
    await expectSettled(world);
  });

  it.each([
    ["two", { x: "b", y: "a" }],
    ["three", { x: "b", y: "c", z: "a" }],
  ])("in a cycle of %s are refused at plan, and succeed with the proposed interim name", async (_, to) => {
    const labels = Object.keys(to);
    await createAlerts(
      Object.fromEntries(labels.map((label, index) => [label, { name: "abc".charAt(index) }])),
    );
    const desired = Object.fromEntries(Object.entries(to).map(([label, name]) => [label, { name }]));
    world.configure(alertBlocks(desired));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("Rename one of them to an interim name, apply, then set");

    world.configure(alertBlocks({ ...desired, x: { name: "interim" } }));
    await world.apply();
    world.configure(alertBlocks(desired));
    await world.apply();
    expect(takeWrites(world)).toHaveLength(labels.length + 1);
    await expectSettled(world);
  });

  it.each([
    ["equal", 1, []],
    ["different", 2, []],
    ["equal, with parallelism 1", 1, [sequentially]],
    ["different, with parallelism 1", 2, [sequentially]],
  ])("with a new alert of the old name (content: %s) give each alert its own ID", async (_, policy, args) => {
    await createAlerts({ x: { name: "a" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a", policy } }));
    const first = await world.tryApply(...args);
    if (first.text.includes("adopted the alert (id 1)")) {
      // The new resource ran first and adopted the old alert. The error has the remedy.
      expect(first.code).toBe(1);
      expect(first.text).toContain(
        "Remove that resource from the state (terraform state rm) and apply again",
      );
      expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    }
    await applyUntilDone(world, 3);
    expect(takeWrites(world).sort()).toEqual(["POST", "PUT 1", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ x: 1, y: 2 });
    expect(await idsInService(world)).toEqual({ b: 1, a: 2 });
    await expectSettled(world);
  });

  it("to the name of an unmanaged alert are refused at plan", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" } });
    expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    world.configure(alertBlocks({ x: { name: "b" } }));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"b": another alert already has this name (id ');
    expect(takeWrites(world)).toEqual([]);
  });
});
