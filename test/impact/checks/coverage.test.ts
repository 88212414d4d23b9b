/** Coverage warnings of a plan: destinations that it silences, and host types without a critical alert. */
import { alertsOfPlan, alertsToReadForCoverage, runChecks } from "../../../src/impact";
import { type DesiredAlert, type LiveAlert } from "../../../src/reconcile";
import { asLive } from "../../support/arbitrary-alerts";
import { planFor } from "../../support/plan-for";
import { cpuHigh, deployed } from "../../support/sample-alerts";

const named = (name: string): DesiredAlert => ({ ...cpuHigh, name });

function crit(host_types: string[], hosts: number[] = []): DesiredAlert {
  const { condition } = cpuHigh;
  if (condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
  return { ...cpuHigh, hosts, host_types, condition: { ...condition, alert_level: "crit" } };
}

describe("coverage", () => {
  const warnings = (desired: DesiredAlert[], live: LiveAlert[], pruned = false) =>
    runChecks({
      planned: { alerts: alertsOfPlan(planFor(desired, live, { prune: () => pruned }), live) },
    }).map(({ what }) => what);

  it("warns of a destination that loses its last active alert", () => {
    const live = [asLive(cpuHigh, 1), asLive({ ...deployed, destinations: [2] }, 2)];
    const changed = { ...cpuHigh, destinations: [] };
    expect(warnings([changed, { ...deployed, destinations: [2] }], live)).toEqual([
      "After an apply, no active alert notifies destination 1.",
    ]);
    expect(warnings([{ ...cpuHigh, disabled: true }], live)).toEqual([
      "After an apply, no active alert notifies destination 1.",
    ]);
    expect(warnings([cpuHigh], live, true)).toEqual([]);
    expect(warnings([deployed], live, true)).toEqual([]);
    expect(warnings([{ ...deployed, destinations: [] }], live, true)).toHaveLength(2);
  });

  it("names the destination if its name is known", () => {
    const live = [asLive({ ...cpuHigh, destinations: [1, 2, 3] }, 1)];
    const names = { destinations: { "1": "DBA team mail", "3": "two\nlines" } };
    const alerts = alertsOfPlan(planFor([{ ...cpuHigh, destinations: [] }], live), live);
    expect(runChecks({ planned: { alerts, names } }).map(({ what }) => what)).toEqual([
      'After an apply, no active alert notifies destination 1 ("DBA team mail").',
      "After an apply, no active alert notifies destination 2.",
      'After an apply, no active alert notifies destination 3 ("two\\nlines").',
    ]);
  });

  it("warns of a host type that loses its last critical alert", () => {
    const two = { ...crit(["mysql", "pgsql"]), name: "two" };
    const one = { ...crit(["pgsql"]), name: "one" };
    const live = [asLive(two, 1), asLive(one, 2)];
    const softened = { ...cpuHigh, name: "two", host_types: ["mysql", "pgsql"] };
    expect(warnings([softened, one], live)).toEqual([
      "After an apply, no active alert with level crit watches hosts of type mysql.",
    ]);
    expect(warnings([two, one], live)).toEqual([]);
    expect(
      warnings(
        [
          { ...two, host_types: [] },
          { ...one, disabled: true },
        ],
        live,
      ),
    ).toEqual([]);
  });

  it("warns if the last critical alert for all hosts is disabled", () => {
    const all = { ...crit([]), name: "all" };
    expect(warnings([{ ...all, disabled: true }], [asLive(all, 1)])).toContain(
      "After an apply, no active alert with level crit watches all hosts.",
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
      return alertsToReadForCoverage(alertsOfPlan(planFor([desired], live), live)).map(({ id }) => id);
    };
    expect(needed({ ...one, disabled: true })).toEqual([2]);
    expect(needed({ ...one, policy: 7 })).toEqual([]);
  });
});
