/** Deletion limits of a plan. */
import { checkDeletions, checkEmptiness, type DesiredAlert, type LiveAlert } from "../../src/reconcile";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh } from "../support/sample-alerts";

const named = (name: string): DesiredAlert => ({ ...cpuHigh, name });
const liveNamed = (...names: string[]): LiveAlert[] =>
  names.map((name, index) => asLive(named(name), index + 1));
const prune = () => true;

describe("deletions", () => {
  const refused = (deleted: number, live: number, limit?: Parameters<typeof checkDeletions>[2]) => {
    const names = Array.from({ length: live }, (_, index) => `n${index}`);
    const remaining = names.slice(deleted).map(named);
    return checkDeletions(planFor(remaining, liveNamed(...names), { prune }), live, limit).length > 0;
  };

  it.each([
    [0, 5, false],
    [1, 4, false],
    [1, 3, true],
    [1, 1, true],
    [10, 40, false],
    [11, 1000, true],
  ])("%d of %d are refused: %s", (deleted, live, isRefused) => {
    expect(refused(deleted, live)).toBe(isRefused);
  });

  it.each([
    [{ count: 3 }, 3, 3, false],
    [{ count: 2 }, 3, 100, true],
    [{ share: 1 }, 3, 3, false],
    [{ share: 0.5 }, 3, 5, true],
    [{ count: 0 }, 1, 100, true],
    [{}, 100, 100, false],
  ])("with the limit %j, %d of %d are refused: %s", (limit, deleted, live, isRefused) => {
    expect(refused(deleted, live, limit)).toBe(isRefused);
  });

  it("are reported with both numbers and the option that allows them", () => {
    const [problem] = checkDeletions(planFor([], liveNamed("a", "b"), { prune }), 2);
    expect(problem).toMatchObject({
      severity: "error",
      remedy: expect.stringContaining("--max-deletes") as string,
    });
    expect(problem?.what).toBe("The plan deletes 2 of the 2 live alerts, but the limit is 25%.");
  });

  it("include only unmanaged alerts with matching names", () => {
    const { changes, unmanaged } = planFor([named("a")], liveNamed("a", "team/x", "other"), {
      prune: (name) => name.startsWith("team/"),
    });
    expect(
      changes.map((change) => [change.action, "live" in change ? change.live : undefined]),
    ).toMatchObject([
      ["unchanged", {}],
      ["delete", { alert: { name: "team/x" } }],
    ]);
    expect(unmanaged.map(({ name }) => name)).toEqual(["other"]);
  });

  it("without definitions are an error", () => {
    const removal = planFor([], liveNamed("a"), { prune });
    expect(checkEmptiness(removal, 0)).toMatchObject([
      {
        severity: "error",
        what: "There are no definitions, so the plan would delete all 1 alerts that match owns or --prune.",
      },
    ]);
    expect(checkEmptiness(removal, 1)).toEqual([]);
    expect(checkEmptiness(planFor([], liveNamed("a")), 0)).toEqual([]);
  });
});
