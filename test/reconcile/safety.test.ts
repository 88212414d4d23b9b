/** What a plan warns of, and what it refuses, before anything is written. */
import {
  alertsThatMayCover,
  checkCoverage,
  checkDeletions,
  type DesiredAlert,
  type LiveAlert,
  plan,
} from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";
import { asLive } from "../support/arbitrary-alerts";

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
    const kept = names.slice(deleted).map(named);
    return checkDeletions(plan(kept, liveNamed(...names), { prune }), live, limit).length > 0;
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

  it("are told with both numbers, and what allows them", () => {
    const [problem] = checkDeletions(plan([], liveNamed("a", "b"), { prune }), 2);
    expect(problem).toMatchObject({
      severity: "error",
      remedy: expect.stringContaining("--max-deletes") as string,
    });
    expect(problem?.what).toBe(
      "The plan deletes 2 of the 2 live alerts, and at most 25% of them may be deleted.",
    );
  });

  it("are only those of the names that the pattern has", () => {
    const { changes, unmanaged } = plan([named("a")], liveNamed("a", "team/x", "other"), {
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
    checkCoverage(plan(desired, live, { prune: () => pruned }), live).map(({ what }) => what);

  it("a destination that loses its last active alert is told", () => {
    const live = [asLive(cpuHigh, 1), asLive({ ...deployed, destinations: [2] }, 2)];
    const changed = { ...cpuHigh, destinations: [] };
    expect(warnings([changed, { ...deployed, destinations: [2] }], live)).toEqual([
      "No active alert would notify the destination 1 any more.",
    ]);
    expect(warnings([{ ...cpuHigh, disabled: true }], live)).toEqual([
      "No active alert would notify the destination 1 any more.",
    ]);
    expect(warnings([cpuHigh], live, true)).toEqual([]);
    expect(warnings([deployed], live, true)).toEqual([]);
    expect(warnings([{ ...deployed, destinations: [] }], live, true)).toHaveLength(2);
  });

  it("a destination is told with its name where that is known", () => {
    const live = [asLive({ ...cpuHigh, destinations: [1, 2, 3] }, 1)];
    const names = { destinations: { "1": "DBA team mail", "3": "two\nlines" } };
    const made = { ...plan([{ ...cpuHigh, destinations: [] }], live), names };
    expect(checkCoverage(made, live).map(({ what }) => what)).toEqual([
      'No active alert would notify the destination 1 ("DBA team mail") any more.',
      "No active alert would notify the destination 2 any more.",
      'No active alert would notify the destination 3 ("two\\nlines") any more.',
    ]);
  });

  it("a host type that loses its last critical alert is told", () => {
    const two = { ...crit(["mysql", "pgsql"]), name: "two" };
    const one = { ...crit(["pgsql"]), name: "one" };
    const live = [asLive(two, 1), asLive(one, 2)];
    const softened = { ...cpuHigh, name: "two", hostTypes: ["mysql", "pgsql"] };
    expect(warnings([softened, one], live)).toEqual([
      "No active alert of the level crit would watch hosts of the type mysql any more.",
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

  it("an alert for all hosts that goes is told", () => {
    const all = { ...crit([]), name: "all" };
    expect(warnings([{ ...all, disabled: true }], [asLive(all, 1)])).toContain(
      "No active alert of the level crit would watch hosts of every type any more.",
    );
  });

  it("asks for the configuration of another alert only where that may watch what the others lose", () => {
    const one = { ...crit(["mysql"]), name: "one" };
    const other = asLive(named("other"), 2);
    const unread: LiveAlert[] = [
      { ...other, config: undefined },
      { ...asLive({ ...named("off"), disabled: true }, 3), config: undefined },
      { ...asLive({ ...deployed, name: "event" }, 4), config: undefined },
    ];
    const asked = (desired: DesiredAlert) => {
      const live = [asLive(one, 1), ...unread];
      return alertsThatMayCover(plan([desired], live), live).map(({ id }) => id);
    };
    expect(asked({ ...one, disabled: true })).toEqual([2]);
    expect(asked({ ...one, policy: 7 })).toEqual([]);
  });
});
