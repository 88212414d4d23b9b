/** Alerts that take each other's names in one apply: in a line, in a circle, and beside a new one. */
import {
  alertBlocks,
  applyInTurns,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  manyBlocks,
  oneByOne,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

/** Each alert has the name that the one before it had a shift earlier. */
const line = (count: number, shift: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `n${String(index + shift)}` })));

describeWithTerraform("renames in one apply", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  async function make(blocks: Record<string, Fields>): Promise<void> {
    world.configure(alertBlocks(blocks));
    await world.apply(oneByOne);
    takeWrites(world);
  }

  it("in a line go one after the other, from the end that is free", async () => {
    await make({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const { x, y, z } = idsInState(world);
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "c" }, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toEqual([z, y, x].map((id) => `PUT ${String(id)}`));
    await expectSettled(world);
  });

  it.each([
    ["of more than Terraform asks for at a time", 12, []],
    ["one by one", 5, [oneByOne]],
  ])("in a line %s end after some applies, with one write for each", async (_, count, args) => {
    world.configure(line(count, 0));
    await world.apply();
    const ids = Object.values(idsInState(world));
    takeWrites(world);
    world.configure(line(count, 1));
    expect((await world.plan(...args)).code).toBe(2);
    await applyInTurns(world, count, ...args);
    expect(takeWrites(world).sort()).toEqual(ids.map((id) => `PUT ${String(id)}`).sort());
    await expectSettled(world);
  });

  it("in a line whose last is to come after the first are given up, and go once nothing orders them", async () => {
    await make({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const wanted = { x: { name: "b" }, y: { name: "c" } };
    world.configure(alertBlocks({ ...wanted, z: { name: "d", more: "depends_on = [dbmon_alert.x]" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"b": name: The name is still held by another alert (id ');
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks({ ...wanted, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toHaveLength(3);
    await expectSettled(world);
  });

  it.each([
    ["two", { x: "b", y: "a" }],
    ["three", { x: "b", y: "c", z: "a" }],
  ])("in a circle of %s are refused at plan, and work by way of the interim name proposed", async (_, to) => {
    const labels = Object.keys(to);
    await make(Object.fromEntries(labels.map((label, index) => [label, { name: "abc".charAt(index) }])));
    const wanted = Object.fromEntries(Object.entries(to).map(([label, name]) => [label, { name }]));
    world.configure(alertBlocks(wanted));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("give one of them an interim name, apply, and then give");

    world.configure(alertBlocks({ ...wanted, x: { name: "interim" } }));
    await world.apply();
    world.configure(alertBlocks(wanted));
    await world.apply();
    expect(takeWrites(world)).toHaveLength(labels.length + 1);
    await expectSettled(world);
  });

  it.each([
    ["the same", 1, []],
    ["another", 2, []],
    ["the same, one by one", 1, [oneByOne]],
    ["another, one by one", 2, [oneByOne]],
  ])("beside a new alert of the old name with %s content give each its own id", async (_, policy, args) => {
    await make({ x: { name: "a" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a", policy } }));
    const first = await world.tryApply(...args);
    if (first.text.includes("adopted the alert (id 1)")) {
      // What the new one found first was what it is to be; the error tells the way out.
      expect(first.code).toBe(1);
      expect(first.text).toContain(
        "Remove that resource from the state (terraform state rm), and apply again",
      );
      expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    }
    await applyInTurns(world, 3);
    expect(takeWrites(world).sort()).toEqual(["POST", "PUT 1", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ x: 1, y: 2 });
    expect(await idsInService(world)).toEqual({ b: 1, a: 2 });
    await expectSettled(world);
  });

  it("into the name of an alert that no resource holds is refused at plan", async () => {
    await make({ x: { name: "a" }, y: { name: "b" } });
    expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    world.configure(alertBlocks({ x: { name: "b" } }));
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"b": another alert already has this name (id ');
    expect(takeWrites(world)).toEqual([]);
  });
});
