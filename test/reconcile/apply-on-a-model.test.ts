/**
 * Plans executed on a model of the service, in the order of the engine: no two alerts ever have the same name, no unmanaged
 * alert changes, and the next plan has no changes.
 */
import fc from "fast-check";
import { orderChanges } from "../../src/engine/apply/execute-plan";
import {
  type DesiredAlert,
  fingerprintOf,
  isWriting,
  type LiveAlert,
  nameOf,
  type WritingChange,
} from "../../src/reconcile";
import { asLive, liveSet, renamedSet } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";

class Model {
  #nextId = 100;
  constructor(readonly alerts: Map<number, LiveAlert>) {}

  run(change: WritingChange): void {
    switch (change.action) {
      case "create":
        this.put(asLive(change.desired, this.#nextId++));
        return;
      case "delete":
        this.alerts.delete(change.live.alert.id);
        return;
      case "replace":
        this.alerts.delete(change.live.alert.id);
        this.put(asLive(change.desired, this.#nextId++));
        return;
      case "update":
      case "rename":
      case "complete":
        this.put(asLive(change.desired, change.live.alert.id));
    }
  }

  private put(live: LiveAlert): void {
    this.alerts.set(live.alert.id, live);
    const names = [...this.alerts.values()].map(({ alert }) => alert.name);
    expect(new Set(names).size).toBe(names.length);
  }
}

const actionsOf = (desired: readonly DesiredAlert[], live: readonly LiveAlert[]) =>
  planFor(desired, live).changes.filter(({ action }) => action !== "unchanged");

it("an executed plan leaves no changes, and no two alerts ever have the same name", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, (desired, live) => {
      const first = planFor(desired, live);
      expect(first.problems.filter(({ severity }) => severity === "error")).toEqual([]);
      const model = new Model(new Map(live.map((one) => [one.alert.id, one])));
      for (const change of orderChanges(first.changes.filter(isWriting))) model.run(change);
      for (const { id } of first.unmanaged) {
        expect(model.alerts.get(id)).toEqual(live.find(({ alert }) => alert.id === id));
      }
      expect(actionsOf(desired, [...model.alerts.values()])).toEqual([]);
    }),
    { numRuns: 1000, seed: 20261121 },
  );
});

it("after an interrupt at any point, the next run completes the plan without other changes", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, fc.nat(20), (desired, live, cut) => {
      const first = planFor(desired, live);
      const model = new Model(new Map(live.map((one) => [one.alert.id, one])));
      for (const change of orderChanges(first.changes.filter(isWriting)).slice(0, cut)) model.run(change);
      const next = planFor(desired, [...model.alerts.values()]);
      for (const change of orderChanges(next.changes.filter(isWriting))) model.run(change);
      expect(actionsOf(desired, [...model.alerts.values()])).toEqual([]);
      for (const { id } of first.unmanaged) {
        expect(model.alerts.get(id)).toEqual(live.find(({ alert }) => alert.id === id));
      }
    }),
    { numRuns: 1000, seed: 20261121 },
  );
});

it("a change comes after the change that frees its name", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, (desired, live) => {
      const changes = planFor(desired, live).changes.filter(isWriting);
      const ordered = orderChanges(changes);
      expect(new Set(ordered)).toEqual(new Set(changes));
      const positions = new Map(ordered.map((change, index) => [nameOf(change), index]));
      const early = ordered.filter(
        ({ after }, index) => after !== undefined && (positions.get(after) ?? Infinity) > index,
      );
      expect(early).toEqual([]);
    }),
  );
});

it("the fingerprint changes if and only if a live alert of the plan changes", () => {
  fc.assert(
    fc.property(renamedSet, liveSet, (desired, live) => {
      const made = planFor(desired, live);
      const fingerprint = fingerprintOf(made);
      expect(fingerprintOf(planFor([...desired].reverse(), [...live].reverse()))).toBe(fingerprint);
      const unmanaged = asLive(
        { ...(desired[0] ?? aDesired), name: "unmanaged", renamedFrom: undefined },
        77,
      );
      expect(fingerprintOf(planFor(desired, [...live, unmanaged]))).toBe(fingerprint);
      for (const change of made.changes) {
        if (change.action === "create" || change.action === "delete") continue;
        const { id } = change.live.alert;
        const others = live.map((one) =>
          one.alert.id === id ? { ...one, alert: { ...one.alert, policy: one.alert.policy + 1 } } : one,
        );
        expect(fingerprintOf(planFor(desired, others))).not.toBe(fingerprint);
      }
    }),
    { numRuns: 300, seed: 20261121 },
  );
});

const aDesired: DesiredAlert = {
  name: "x",
  annotations: "",
  policy: 1,
  disabled: false,
  destinations: [],
  hosts: [],
  host_types: [],
  condition: { kind: "event", categories: [] },
};
