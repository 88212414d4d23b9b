/** A plan for targets alone: a part of the whole plan, for which less has to be read. */
import fc from "fast-check";
import {
  alertsToRead,
  type Change,
  type DesiredAlert,
  type LiveAlert,
  nameOf,
  plan,
} from "../../src/reconcile";
import { asLive, desiredAlerts, fewNames, liveSet, renamedSet } from "../support/arbitrary-alerts";

const targetNames = fc.subarray(fewNames);

/** The same, with the configurations alone that a plan for the targets asks for. */
function readFor(
  targets: readonly string[],
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
): LiveAlert[] {
  const alerts = live.map(({ alert }) => alert);
  const needed = new Set(alertsToRead(desired, alerts, { targets }));
  return live.map((one) => (needed.has(one.alert) ? one : { ...one, config: undefined }));
}

/** Circles of renames come back to where they began. */
function withThoseBefore(
  name: string | undefined,
  changes: readonly Change[],
  seen: readonly string[] = [],
): readonly string[] {
  const change = changes.find((one) => nameOf(one) === name);
  if (change === undefined || seen.includes(nameOf(change))) return seen;
  return withThoseBefore(change.after, changes, [...seen, nameOf(change)]);
}

it("it holds the targets' changes as the whole plan does, and those that make room for them", () => {
  fc.assert(
    fc.property(
      renamedSet,
      liveSet,
      fc.subarray(fewNames),
      targetNames,
      (desired, others, alike, targets) => {
        // Where definitions were renamed in a circle, it is told by those that are as desired already.
        const live = others.map((one) => {
          const same = desired.find(({ name }) => name === one.alert.name && alike.includes(name));
          return same === undefined ? one : asLive(same, one.alert.id);
        });
        const whole = plan(desired, live);
        const names = targets.flatMap((target) => withThoseBefore(target, whole.changes));
        const part = plan(desired, readFor(targets, desired, live), { targets });
        expect(part.changes).toEqual(whole.changes.filter((change) => names.includes(nameOf(change))));
        expect(part.problems).toEqual(whole.problems);
        expect(part.unmanaged).toEqual(whole.unmanaged);
      },
    ),
    { numRuns: 1000 },
  );
});

it("where nothing was renamed, the configurations of the targets are read, and no other", () => {
  fc.assert(
    fc.property(desiredAlerts, fc.nat(), (desired, some) => {
      const live = desired.map(asLive);
      const targets = desired.filter((_, index) => (some >> index) % 2 === 1).map(({ name }) => name);
      const read = readFor(targets, desired, live).filter(({ config }) => config !== undefined);
      expect(read.map(({ alert }) => alert.name)).toEqual(targets);
    }),
  );
});

it("nothing is deleted", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, targetNames, (desired, live, targets) => {
      const options = { targets, prune: () => true };
      const { changes, unmanaged } = plan(desired, live, options);
      expect(changes.filter(({ action }) => action === "delete")).toEqual([]);
      expect(unmanaged).toEqual(plan(desired, live, { targets }).unmanaged);
      const alerts = live.map(({ alert }) => alert);
      expect(alertsToRead(desired, alerts, options)).toEqual(alertsToRead(desired, alerts, { targets }));
    }),
  );
});
