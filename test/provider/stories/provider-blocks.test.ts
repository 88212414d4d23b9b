/** Two provider blocks of one environment, each with a process of its own, whose alerts exchange names in one apply. */
import {
  alertBlocks,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const secondBlock = 'provider "dbmon" {\n  alias = "second"\n}\n';

/** An alert of the second provider block. @param more further lines of the block */
const second = (name: string, more = ""): Fields => ({ name, more: `provider = dbmon.second\n${more}` });

describeWithTerraform("alerts of two provider blocks", () => {
  let world: DbmonTerraform;
  const start = async (options: Parameters<typeof DbmonTerraform.start>[0] = {}) => {
    world = await DbmonTerraform.start(options);
  };
  afterEach(async () => {
    await world.stop();
  });

  async function apply(blocks: Record<string, Fields>): Promise<void> {
    world.configure(alertBlocks(blocks) + secondBlock);
    await world.apply();
  }

  it("exchange names in a cycle of three, with one interim name", async () => {
    await start();
    await apply({ a: { name: "A" }, b: { name: "B" }, c: second("C") });
    const ids = idsInState(world);
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "B" }, b: { name: "C" }, c: second("A") }) + secondBlock);
    const planned = await world.plan();
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).not.toContain("already");
    await world.apply();
    expect(idsInState(world)).toEqual(ids);
    // Both processes may detect the cycle.
    expect([4, 5]).toContain(takeWrites(world).length);
    expect(await idsInService(world)).toEqual({ B: ids.a, C: ids.b, A: ids.c });
    await expectSettled(world);
  });

  it.each([
    ["with the same content", 1],
    ["with another content", 2],
  ])("hand a name to a new alert %s", async (_, policy) => {
    await start();
    await apply({ old: second("A") });
    const { old } = idsInState(world);
    await apply({ old: second("B"), new: { name: "A", policy } });
    expect(idsInState(world).old).toBe(old);
    takeWrites(world);
    await expectSettled(world);
  });

  it("hand a name to a new alert while lists still show the former name", async () => {
    await start({ staleReads: true });
    await apply({ old: second("A") });
    world.pass(61);
    await apply({ old: second("B"), new: { name: "A", more: "depends_on = [dbmon_alert.old]" } });
    const { old, new: created } = idsInState(world);
    expect(created).not.toBe(old);
    world.pass(61);
    expect(await idsInService(world)).toEqual({ A: created, B: old });
    takeWrites(world);
    await expectSettled(world);
  });

  it("cannot have the same name", async () => {
    await start();
    await apply({ a: { name: "A" } });
    world.configure(alertBlocks({ a: { name: "A" }, b: second("A") }) + secondBlock);
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"A": two resources are planned to have this name');
    expect((await world.tryApply()).code).toBe(1);
    expect(Object.keys(idsInState(world))).toEqual(["a"]);
    expect(await idsInService(world)).toEqual({ A: 1 });
  });
});
