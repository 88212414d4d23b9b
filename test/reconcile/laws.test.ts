/** Laws that hold for the plan of any alerts. */
import fc from "fast-check";
import { type DesiredAlert, normalize } from "../../src/reconcile";
import { asLive, desiredAlert, desiredAlerts, scrambled, seed, shuffled } from "../support/arbitrary-alerts";
import { planFor, planRemovalFor } from "../support/plan-for";

it("a plan has no changes if every live alert is in sync", () => {
  fc.assert(
    fc.property(desiredAlerts, (desired) => {
      const { changes, unmanaged, problems } = planFor(desired, desired.map(asLive));
      expect(changes.map(({ action }) => action)).toEqual(desired.map(() => "unchanged"));
      expect([unmanaged, problems]).toEqual([[], []]);
    }),
  );
});

it("the order and the duplicates of a set do not matter, desired or live", () => {
  fc.assert(
    fc.property(desiredAlerts, (desired) => {
      const live = desired.map(asLive);
      const others = desired.map(scrambled);
      const expected = desired.map(() => "unchanged");
      expect(planFor(others, live).changes.map(({ action }) => action)).toEqual(expected);
      expect(planFor(desired, others.map(asLive)).changes.map(({ action }) => action)).toEqual(expected);
    }),
  );
});

it("a plan does not depend on the order of the definitions and the live alerts", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, seed, (desired, others, order) => {
      const live = others.map(asLive);
      expect(planFor(shuffled(desired, order), shuffled(live, order))).toEqual(planFor(desired, live));
    }),
  );
});

it("every definition has one change, and every live alert is in a change or unmanaged", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map(asLive);
      const { changes, unmanaged } = planFor(desired, live);
      expect(changes).toHaveLength(desired.length);
      const changed = changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id]));
      expect([...changed, ...unmanaged.map(({ id }) => id)].sort()).toEqual(
        live.map(({ alert }) => alert.id).sort(),
      );
    }),
  );
});

/** The values of an alert by path, in normal form. */
function valuesOf(alert: DesiredAlert): Record<string, unknown> {
  const { condition, host_types, name, annotations, policy, disabled, destinations, hosts } =
    normalize(alert);
  const common = { name, annotations, policy, disabled, destinations, hosts, host_types };
  if (condition.kind === "event") return { ...common, "event.categories": condition.categories };
  return {
    ...common,
    "threshold.alert_level": condition.alert_level,
    "threshold.metric": condition.metric,
    "threshold.trigger": condition.trigger,
    "threshold.duration": condition.duration,
    "threshold.reset": condition.reset,
  };
}

it("the fields of a change are exactly those that differ, with their live and desired values", () => {
  const present = [desiredAlert, desiredAlert, fc.boolean(), fc.boolean()] as const;
  fc.assert(
    fc.property(...present, (desired, other, hasSameCondition, hasSameFilters) => {
      // Two random alerts differ in nearly every field. Equal parts make single differences likely.
      const previous: DesiredAlert = {
        ...other,
        name: desired.name,
        ...(hasSameCondition ? { condition: desired.condition } : {}),
        ...(hasSameFilters ? { hosts: desired.hosts, host_types: desired.host_types } : {}),
      };
      const [from, to] = [valuesOf(previous), valuesOf(desired)];
      const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])];
      const expected = paths
        .filter((path) => JSON.stringify(from[path]) !== JSON.stringify(to[path]))
        .map((path) => ({ path: path.split("."), from: from[path], to: to[path] }));
      const [change] = planFor([desired], [asLive(previous, 1)]).changes;
      if (change === undefined || change.action === "create" || change.action === "delete") {
        throw new Error("the live alert was not matched");
      }
      expect(change.fields).toHaveLength(expected.length);
      expect(change.fields).toEqual(expect.arrayContaining(expected));
      const isKindSame = previous.condition.kind === desired.condition.kind;
      const action = !isKindSame ? "replace" : expected.length === 0 ? "unchanged" : "update";
      expect(change.action).toBe(action);
    }),
    { numRuns: 500 },
  );
});

it("normalizing is idempotent, and independent of order and duplicates", () => {
  fc.assert(
    fc.property(desiredAlert, (desired) => {
      expect(normalize(normalize(desired))).toEqual(normalize(desired));
      expect(normalize(scrambled(desired))).toEqual(normalize(desired));
    }),
  );
});

it("a plan does not modify its input", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map(asLive);
      const before = structuredClone([desired, live]);
      planFor(desired, live);
      expect([desired, live]).toEqual(before);
    }),
  );
});

it("a removal deletes the live alerts with the names of the definitions, and no other", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map((one, index) => asLive(one, index));
      const defined = new Set(desired.map(({ name }) => name));
      const { changes, unmanaged } = planRemovalFor(desired, live);
      expect(new Set(changes.map((one) => (one.action === "delete" ? one.live.alert.name : "")))).toEqual(
        new Set(live.map(({ alert }) => alert.name).filter((name) => defined.has(name))),
      );
      expect(changes.length + unmanaged.length).toBe(live.length);
    }),
  );
});
