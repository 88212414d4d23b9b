/** Two concurrent applies of the same configuration, each with its own state. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlocks,
  applyAdopting,
  expectSettled,
  idsInService,
  idsInState,
  manyBlocks,
  takeWrites,
} from "../../alert-stories";

const count = 8;
const alerts = (policy: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `alert ${String(index)}`, policy })));

describeWithTerraform("two concurrent applies", () => {
  let first: DbmonTerraform;
  let second: DbmonTerraform;
  beforeEach(async () => {
    first = await DbmonTerraform.start();
    second = first.colleague();
  });
  afterEach(async () => {
    await second.stop();
    await first.stop();
  });

  /** Applies in both folders, and checks that each result matches the state and the service. */
  async function applyBoth(hcl: string): Promise<void> {
    for (const world of [first, second]) world.configure(hcl);
    const runs = await Promise.all([first.tryApply(), second.tryApply()]);
    const live = Object.values(await idsInService(first)).sort();
    expect(live).toHaveLength(count);
    runs.forEach((run, index) => {
      const stateIds = Object.values(idsInState(index === 0 ? first : second)).sort();
      expect(live).toEqual(expect.arrayContaining(stateIds));
      expect(stateIds.length === live.length || run.code !== 0).toBe(true);
    });
  }

  it("create each alert once, update each alert once, and then plan no changes", async () => {
    await applyBoth(alerts(1));
    expect(takeWrites(first).filter((write) => write.startsWith("DELETE"))).toEqual([]);
    // Each run may have created a part. The states manage all alerts after an adoption by each.
    for (const world of [first, second]) await applyAdopting(world);
    expect(idsInState(first)).toEqual(idsInState(second));
    expect(takeWrites(first)).toEqual([]);

    await applyBoth(alerts(2));
    const writes = takeWrites(first);
    expect(new Set(writes).size).toBe(count);
    for (const write of writes) expect(write).toMatch(/^PUT \d+$/);
    for (const world of [first, second]) await expectSettled(world);
  });
});
