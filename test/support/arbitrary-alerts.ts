/** Arbitrary alerts for laws that hold for all of them. */
import fc from "fast-check";
import { type DesiredAlert, type LiveAlert } from "../../src/reconcile";
import { type AlertCondition, type AlertKind } from "../../src/service";

const id = fc.integer({ min: 1, max: 6 });
const ids = fc.array(id, { maxLength: 6 });
const names = fc.array(fc.constantFrom("mysql", "pgsql", "os", "Ünï", "a,b"), { maxLength: 5 });
const text = fc.oneof(fc.constant(""), fc.string({ unit: "grapheme", maxLength: 12 }));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const condition: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({ kind: fc.constant("event" as const), categories: names }),
  fc.record({
    kind: fc.constant("threshold" as const),
    alertLevel: fc.constantFrom("info" as const, "warn" as const, "crit" as const),
    metric: fc.string({ minLength: 1 }),
    trigger: number,
    duration: id,
    reset: number,
  }),
);

export const desiredAlert: fc.Arbitrary<DesiredAlert> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 12 }),
  annotations: text,
  policy: id,
  disabled: fc.boolean(),
  destinations: ids,
  hosts: ids,
  hostTypes: names,
  condition,
});

/** Alerts of different names. */
export const desiredAlerts = fc.uniqueArray(desiredAlert, { selector: ({ name }) => name, maxLength: 8 });

/** The live alert that a desired one becomes. */
export function asLive(desired: DesiredAlert, liveId: number): LiveAlert {
  const { name, annotations, policy, disabled, destinations, hosts, hostTypes, condition: made } = desired;
  const kind: AlertKind = made.kind;
  return {
    alert: { id: liveId, name, annotations, policy, disabled, destinations, kind, unknownFields: { x: 1 } },
    config: { hosts, hostTypes, condition: made, unknownFields: {} },
  };
}

/** So few that definitions and live alerts often share them. */
export const fewNames = ["a", "b", "c", "d", "e", "f"];
const fewName = fc.constantFrom(...fewNames);

/** Definitions over a handful of names, many of them renamed from one another. */
export const renamedSet: fc.Arbitrary<DesiredAlert[]> = fc
  .uniqueArray(
    fc.record({ alert: desiredAlert, name: fewName, renamedFrom: fc.option(fewName, { nil: undefined }) }),
    {
      selector: (one) => one.name,
    },
  )
  .map((all) => {
    const taken = new Set<string>();
    return all.map(({ alert, name: own, renamedFrom }) => {
      const isFree = renamedFrom !== undefined && renamedFrom !== own && !taken.has(renamedFrom);
      if (isFree) taken.add(renamedFrom);
      return { ...alert, name: own, ...(isFree ? { renamedFrom } : {}) };
    });
  });

/** Live alerts of those names, some without a configuration. */
export const liveSet: fc.Arbitrary<LiveAlert[]> = fc
  .uniqueArray(fc.record({ alert: desiredAlert, name: fewName, isHalf: fc.boolean() }), {
    selector: (one) => one.name,
  })
  .map((all) =>
    all.map(({ alert, name: own, isHalf }, index) => {
      const live = asLive({ ...alert, name: own }, index + 1);
      return isHalf ? { ...live, config: undefined } : live;
    }),
  );

/** The same sets, written down in another order and with repeats. */
export function scrambled(desired: DesiredAlert): DesiredAlert {
  const again = <T>(values: readonly T[]): T[] => [...values].reverse().concat(values);
  const { condition: made } = desired;
  return {
    ...desired,
    destinations: again(desired.destinations),
    hosts: again(desired.hosts),
    hostTypes: again(desired.hostTypes),
    condition: made.kind === "event" ? { ...made, categories: again(made.categories) } : made,
  };
}

/** A permutation of the list. */
export function shuffled<T>(values: readonly T[], seed: readonly number[]): T[] {
  return values
    .map((value, index) => ({ value, rank: seed[index % Math.max(1, seed.length)] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

export const seed = fc.array(fc.integer(), { minLength: 1, maxLength: 8 });
