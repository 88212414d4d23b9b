/** Arbitrary alerts for fast-check laws. */
import fc from "fast-check";
import { type DesiredAlert, findRenameCycles, type LiveAlert } from "../../src/reconcile";
import { type AlertCondition, type AlertKind } from "../../src/service";

const id = fc.integer({ min: 1, max: 6 });
const ids = fc.array(id, { maxLength: 6 });
const names = fc.array(fc.constantFrom("mysql", "pgsql", "os", "Ünï", "a,b"), { maxLength: 5 });
const text = fc.oneof(fc.constant(""), fc.string({ unit: "grapheme", maxLength: 12 }));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const alertCondition: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({ kind: fc.constant("event" as const), categories: names }),
  fc.record({
    kind: fc.constant("threshold" as const),
    alert_level: fc.constantFrom("info" as const, "warn" as const, "crit" as const),
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
  host_types: names,
  condition: alertCondition,
});

/** Alerts with unique names. */
export const desiredAlerts = fc.uniqueArray(desiredAlert, { selector: ({ name }) => name, maxLength: 8 });

/** The live alert that is in sync with a desired one. */
export function asLive(desired: DesiredAlert, liveId: number): LiveAlert {
  const { name, annotations, policy, disabled, destinations, hosts, host_types, condition } = desired;
  const kind: AlertKind = condition.kind;
  return {
    alert: { id: liveId, name, annotations, policy, disabled, destinations, kind, unknownFields: { x: 1 } },
    config: { hosts, host_types, condition, unknownFields: {} },
  };
}

/** Definitions and live alerts often share one of these few names. */
export const fewNames = ["a", "b", "c", "d", "e", "f"];
const fewName = fc.constantFrom(...fewNames);

/** Definitions with few names, many of them renamed from each other, in cycles too. */
export const cyclicSet: fc.Arbitrary<DesiredAlert[]> = fc
  .uniqueArray(
    fc.record({ alert: desiredAlert, name: fewName, renamedFrom: fc.option(fewName, { nil: undefined }) }),
    {
      selector: (one) => one.name,
    },
  )
  .map((all) => {
    const taken = new Set<string>();
    return all.map(({ alert, name, renamedFrom }) => {
      const isFree = renamedFrom !== undefined && renamedFrom !== name && !taken.has(renamedFrom);
      if (isFree) taken.add(renamedFrom);
      return { ...alert, name, ...(isFree ? { renamedFrom } : {}) };
    });
  });

/** Definitions with few names, many of them renamed from each other in chains. */
export const renamedSet = cyclicSet.filter((desired) => findRenameCycles(desired).length === 0);

/** Live alerts with these names. Some are incomplete. */
export const liveSet: fc.Arbitrary<LiveAlert[]> = fc
  .uniqueArray(fc.record({ alert: desiredAlert, name: fewName, isIncomplete: fc.boolean() }), {
    selector: (one) => one.name,
  })
  .map((all) =>
    all.map(({ alert, name, isIncomplete }, index) => {
      const live = asLive({ ...alert, name }, index + 1);
      return isIncomplete ? { ...live, config: undefined } : live;
    }),
  );

/** The same sets in another order and with duplicates. */
export function scrambled(desired: DesiredAlert): DesiredAlert {
  const scramble = <T>(values: readonly T[]): T[] => [...values].reverse().concat(values);
  const { condition } = desired;
  return {
    ...desired,
    destinations: scramble(desired.destinations),
    hosts: scramble(desired.hosts),
    host_types: scramble(desired.host_types),
    condition:
      condition.kind === "event" ? { ...condition, categories: scramble(condition.categories) } : condition,
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
