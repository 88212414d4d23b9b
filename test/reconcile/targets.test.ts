/** Plans for targets: a part of the whole plan that needs fewer configurations. */
import fc from "fast-check";
import {
  alertsToRead,
  type Change,
  type DesiredAlert,
  type LiveAlert,
  match,
  nameOf,
  plan,
} from "../../src/reconcile";
import { asLive, desiredAlerts, fewNames, liveSet, renamedSet } from "../support/arbitrary-alerts";
import { alertsToReadFor, planFor } from "../support/plan-for";

const targetNames = fc.subarray(fewNames);

/** A plan that has only the configurations that it needs. */
function planForTargets(
  targets: readonly string[],
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
) {
  const matching = match(desired, live);
  const needed = new Set(alertsToRead(matching, { targets }));
  return plan(matching, (one) => (needed.has(one.alert) ? one : undefined), { targets });
}

/** The name, and the names of the changes that free it. */
function withPredecessors(
  name: string | undefined,
  changes: readonly Change[],
  earlier: readonly string[] = [],
): readonly string[] {
  const change = changes.find((one) => nameOf(one) === name);
  if (change === undefined) return earlier;
  return withPredecessors(change.after, changes, [...earlier, nameOf(change)]);
}

it("contains the changes of the targets and of the alerts that free their names, as in the whole plan", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, targetNames, (desired, live, targets) => {
      const whole = planFor(desired, live);
      const names = targets.flatMap((target) => withPredecessors(target, whole.changes));
      const part = planForTargets(targets, desired, live);
      expect(part.changes).toEqual(whole.changes.filter((change) => names.includes(nameOf(change))));
      expect(part.problems).toEqual(whole.problems);
      expect(part.unmanaged).toEqual(whole.unmanaged);
    }),
    { numRuns: 1000 },
  );
});

it("needs only the configurations of the targets if no definition is renamed", () => {
  fc.assert(
    fc.property(desiredAlerts, fc.nat(), (desired, bits) => {
      const alerts = desired.map((one, index) => asLive(one, index).alert);
      const targets = desired.filter((_, index) => (bits >> index) % 2 === 1).map(({ name }) => name);
      expect(alertsToReadFor(desired, alerts, { targets }).map(({ name }) => name)).toEqual(targets);
    }),
  );
});

it("deletes nothing", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, targetNames, (desired, live, targets) => {
      const options = { targets, prune: () => true };
      const { changes, unmanaged } = planFor(desired, live, options);
      expect(changes.filter(({ action }) => action === "delete")).toEqual([]);
      expect(unmanaged).toEqual(planFor(desired, live, { targets }).unmanaged);
      const alerts = live.map(({ alert }) => alert);
      expect(alertsToReadFor(desired, alerts, options)).toEqual(
        alertsToReadFor(desired, alerts, { targets }),
      );
    }),
  );
});
