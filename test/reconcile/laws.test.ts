/** Laws of the plan, for any alerts whatever. */
import fc from "fast-check";
import { normalize, plan, planRemoval } from "../../src/reconcile";
import { asLive, desiredAlert, desiredAlerts, scrambled, seed, shuffled } from "../support/arbitrary-alerts";

it("a plan against exactly the desired alerts has nothing to do", () => {
  fc.assert(
    fc.property(desiredAlerts, (desired) => {
      const { changes, unmanaged, problems } = plan(desired, desired.map(asLive));
      expect(changes.map(({ action }) => action)).toEqual(desired.map(() => "unchanged"));
      expect([unmanaged, problems]).toEqual([[], []]);
    }),
  );
});

it("the order of a set's members and their repeats mean nothing, on either side", () => {
  fc.assert(
    fc.property(desiredAlerts, (desired) => {
      const live = desired.map(asLive);
      const others = desired.map(scrambled);
      const expected = desired.map(() => "unchanged");
      expect(plan(others, live).changes.map(({ action }) => action)).toEqual(expected);
      expect(plan(desired, others.map(asLive)).changes.map(({ action }) => action)).toEqual(expected);
    }),
  );
});

it("a plan does not depend on the order of what it is given", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, seed, (desired, others, order) => {
      const live = others.map(asLive);
      expect(plan(shuffled(desired, order), shuffled(live, order))).toEqual(plan(desired, live));
    }),
  );
});

it("every desired alert has one change, and every live one is in a change or left alone", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map(asLive);
      const { changes, unmanaged } = plan(desired, live);
      expect(changes).toHaveLength(desired.length);
      const touched = changes.flatMap((one) =>
        "live" in one && "alert" in one.live ? [one.live.alert.id] : [],
      );
      expect([...touched, ...unmanaged.map(({ id }) => id)].sort()).toEqual(
        live.map(({ alert }) => alert.id).sort(),
      );
    }),
  );
});

it("what is planned for another live alert of the name leads to the desired one: its fields are those that differ", () => {
  fc.assert(
    fc.property(desiredAlert, desiredAlert, (desired, other) => {
      const live = asLive({ ...other, name: desired.name }, 1);
      const [change] = plan([desired], [live]).changes;
      const isSame =
        JSON.stringify(normalize(desired)) === JSON.stringify(normalize({ ...other, name: desired.name }));
      expect(change?.action === "unchanged").toBe(isSame);
    }),
  );
});

it("normalizing twice changes nothing more", () => {
  fc.assert(
    fc.property(desiredAlert, (desired) => {
      expect(normalize(normalize(desired))).toEqual(normalize(desired));
      expect(normalize(scrambled(desired))).toEqual(normalize(desired));
    }),
  );
});

it("a plan changes none of its input", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map(asLive);
      const before = structuredClone([desired, live]);
      plan(desired, live);
      expect([desired, live]).toEqual(before);
    }),
  );
});

it("a removal deletes the live alerts of the defined names, and no other", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, (desired, others) => {
      const live = others.map((one, index) => asLive(one, index));
      const named = new Set(desired.map(({ name }) => name));
      const { changes, unmanaged } = planRemoval(desired, live);
      expect(new Set(changes.map((one) => (one.action === "delete" ? one.live.alert.name : "")))).toEqual(
        new Set(live.map(({ alert }) => alert.name).filter((name) => named.has(name))),
      );
      expect(changes.length + unmanaged.length).toBe(live.length);
    }),
  );
});
