/** Deletion limits and coverage warnings of a plan. */
import {
  alertsToReadForCoverage,
  checkCoverage,
  checkDeletions,
  type DesiredAlert,
  type LiveAlert,
} from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";

const named = (name: string): DesiredAlert => ({ ...cpuHigh, name });
const liveNamed = (...names: string[]): LiveAlert[] =>
  names.map((name, index) => asLive(named(name), index + 1));
const prune = () => true;

function crit(hostTypes: string[], hosts: number[] = []): DesiredAlert {
  const { condition } = cpuHigh;
  if (condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
  return { ...cpuHigh, hosts, hostTypes, condition: { ...condition, alertLevel: "crit" } };
}

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
});

describe("coverage", () => {
  const warnings = (desired: DesiredAlert[], live: LiveAlert[], pruned = false) =>
    checkCoverage(planFor(desired, live, { prune: () => pruned }), live).map(({ what }) => what);

  it("warns of a destination that loses its last active alert", () => {
    const live = [asLive(cpuHigh, 1), asLive({ ...deployed, destinations: [2] }, 2)];
    const changed = { ...cpuHigh, destinations: [] };
    expect(warnings([changed, { ...deployed, destinations: [2] }], live)).toEqual([
      "After this plan, no active alert notifies destination 1.",
    ]);
    expect(warnings([{ ...cpuHigh, disabled: true }], live)).toEqual([
      "After this plan, no active alert notifies destination 1.",
    ]);
    expect(warnings([cpuHigh], live, true)).toEqual([]);
    expect(warnings([deployed], live, true)).toEqual([]);
    expect(warnings([{ ...deployed, destinations: [] }], live, true)).toHaveLength(2);
  });

  it("names the destination if its name is known", () => {
    const live = [asLive({ ...cpuHigh, destinations: [1, 2, 3] }, 1)];
    const names = { destinations: { "1": "DBA team mail", "3": "two\nlines" } };
    const made = { ...planFor([{ ...cpuHigh, destinations: [] }], live), names };
    expect(checkCoverage(made, live).map(({ what }) => what)).toEqual([
      'After this plan, no active alert notifies destination 1 ("DBA team mail").',
      "After this plan, no active alert notifies destination 2.",
      'After this plan, no active alert notifies destination 3 ("two\\nlines").',
    ]);
  });

  it("warns of a host type that loses its last critical alert", () => {
    const two = { ...crit(["mysql", "pgsql"]), name: "two" };
    const one = { ...crit(["pgsql"]), name: "one" };
    const live = [asLive(two, 1), asLive(one, 2)];
    const softened = { ...cpuHigh, name: "two", hostTypes: ["mysql", "pgsql"] };
    expect(warnings([softened, one], live)).toEqual([
      "After this plan, no active alert with level crit watches hosts of type mysql.",
    ]);
    expect(warnings([two, one], live)).toEqual([]);
    expect(
      warnings(
        [
          { ...two, hostTypes: [] },
          { ...one, disabled: true },
        ],
        live,
      ),
    ).toEqual([]);
  });

  it("warns if the last critical alert for all hosts is disabled", () => {
    const all = { ...crit([]), name: "all" };
    expect(warnings([{ ...all, disabled: true }], [asLive(all, 1)])).toContain(
      "After this plan, no active alert with level crit watches all hosts.",
    );
  });

  it("needs the configuration of an unmanaged alert only if it may watch a host type that is lost", () => {
    const one = { ...crit(["mysql"]), name: "one" };
    const other = asLive(named("other"), 2);
    const unread: LiveAlert[] = [
      { ...other, config: undefined },
      { ...asLive({ ...named("off"), disabled: true }, 3), config: undefined },
      { ...asLive({ ...deployed, name: "event" }, 4), config: undefined },
    ];
    const needed = (desired: DesiredAlert) => {
      const live = [asLive(one, 1), ...unread];
      return alertsToReadForCoverage(planFor([desired], live), live).map(({ id }) => id);
    };
    expect(needed({ ...one, disabled: true })).toEqual([2]);
    expect(needed({ ...one, policy: 7 })).toEqual([]);
  });
});
