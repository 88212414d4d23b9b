/** Two provider blocks of one environment, each with a process of its own that knows nothing of the other: the worst outcome is an error. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlocks,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  takeWrites,
} from "../../alert-stories";

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

  it.each<[string, Record<string, Fields>]>([
    ["rename an alert to a name that the other block frees", { a: { name: "B" }, b: second("C") }],
    [
      "create an alert under a name that the other block frees",
      { a: { name: "A" }, b: second("C"), c: { name: "B" } },
    ],
    ["create an alert under a name that the other block deletes", { a: { name: "B" } }],
  ])("that %s are refused without a write, and no id gets a second address", async (_, blocks) => {
    await start();
    await apply({ a: { name: "A" }, b: second("B") });
    const ids = await idsInService(world);
    takeWrites(world);
    world.configure(alertBlocks(blocks) + secondBlock);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/Error: "B": an(other)? alert .*\(id \d\)/);
    expect(refused.text).toContain("within the last minute, run again in a minute");
    expect(takeWrites(world)).toEqual([]);
    expect(await idsInService(world)).toEqual(ids);

    // One provider block after the other converges.
    if (blocks.b === undefined)
      expect((await world.run(["destroy", "-auto-approve", "-target=dbmon_alert.b"])).code).toBe(0);
    else await world.apply("-target=dbmon_alert.b");
    await world.apply();
    expect(new Set(Object.values(idsInState(world))).size).toBe(Object.keys(blocks).length);
    takeWrites(world);
    await expectSettled(world);
  });

  it("cannot have the same name: one creation fails, and none of the alerts is lost", async () => {
    await start();
    await apply({ a: { name: "A" } });
    world.configure(
      alertBlocks({ a: { name: "A" }, b: second("A"), c: second("C"), d: { name: "C" } }) + secondBlock,
    );
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"A": an alert with this name already exists (id 1) and is identical');
    world.configure(alertBlocks({ a: { name: "A" }, c: second("C"), d: { name: "C" } }) + secondBlock);
    expect((await world.tryApply()).code).toBe(1);
    const ids = idsInState(world);
    expect(Object.values(ids).sort()).toEqual([1, 2]);
    expect(await idsInService(world)).toEqual({ A: 1, C: 2 });
  });

  it.each([[""], ["adopt"]])(
    "create an alert under a name that the other block freed within the propagation window only after it (DBMON_EXISTING_ALERTS=%s)",
    async (value) => {
      await start({ staleReads: true });
      await apply({ old: second("A") });
      world.pass(61);
      await apply({ old: second("B") });
      world.configure(alertBlocks({ old: second("B"), new: { name: "A", policy: 2 } }) + secondBlock);
      takeWrites(world);
      const environment = { ...world.environment, DBMON_EXISTING_ALERTS: value };
      const planned = await world.run(["plan", "-detailed-exitcode"], environment);
      expect(planned.code).toBe(value === "" ? 1 : 2);
      expect(planned.text).toMatch(/"A": an alert (with|of) this name .*\(id 1\)/);
      world.pass(61);
      expect(await world.run(["apply", "-auto-approve"], environment)).toMatchObject({ code: 0 });
      expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
      world.pass(61);
      await expectSettled(world);
    },
  );
});
