/** Two people who apply the same definitions at once, each with a state of their own. */
import {
  alertBlocks,
  expectSettled,
  idsInService,
  idsInState,
  manyBlocks,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const count = 8;
const alerts = (policy: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `alert ${String(index)}`, policy })));

describeWithTerraform("two applies at once", () => {
  let one: DbmonTerraform;
  let other: DbmonTerraform;
  beforeEach(async () => {
    one = await DbmonTerraform.start();
    other = one.colleague();
  });
  afterEach(async () => {
    await other.stop();
    await one.stop();
  });

  /** Each side says truly how it went: what it has reported as done is in its state and in the service. */
  async function applyBoth(hcl: string): Promise<void> {
    for (const world of [one, other]) world.configure(hcl);
    const runs = await Promise.all([one.tryApply(), other.tryApply()]);
    const live = Object.values(await idsInService(one)).sort();
    expect(live).toHaveLength(count);
    runs.forEach((run, index) => {
      const held = Object.values(idsInState(index === 0 ? one : other)).sort();
      if (run.code === 0) expect(held).toEqual(live);
      else expect(live).toEqual(expect.arrayContaining(held));
    });
  }

  it("make one set of alerts, change it once more, and then both have nothing to do", async () => {
    await applyBoth(alerts(1));
    expect(takeWrites(one).filter((write) => write.startsWith("DELETE"))).toEqual([]);
    for (const world of [one, other]) await world.apply();
    expect(idsInState(one)).toEqual(idsInState(other));
    expect(takeWrites(one)).toEqual([]);

    await applyBoth(alerts(2));
    const writes = takeWrites(one);
    expect(new Set(writes).size).toBe(count);
    for (const write of writes) expect(write).toMatch(/^PUT \d+$/);
    for (const world of [one, other]) await expectSettled(world);
  });
});
