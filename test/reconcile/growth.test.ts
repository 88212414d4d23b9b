/**
 * A guard against a plan whose cost grows faster than the number of alerts. It counts how often the alerts are looked at, which is
 * the same in every run, and measures no time.
 */
import { orderChanges } from "../../src/engine/apply/execute-plan";
import { alertsOfPlan, runChecks } from "../../src/impact";
import { writePlan } from "../../src/plan-document";
import { type DesiredAlert, fingerprintOf, isWriting, type LiveAlert } from "../../src/reconcile";
import { planFor } from "../support/plan-for";
import { chainOfRenames, mixedChanges } from "../support/sample-alerts";

/** Counts how often a member of the value, or of what it holds, is looked at. */
function counted<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      count();
      // Whatever it holds: Reflect knows no types.
      const member: unknown = Reflect.get(target, key, receiver);
      return typeof member === "object" && member !== null && !Array.isArray(member)
        ? counted(member, count)
        : member;
    },
  });
}

type Make = (size: number) => readonly [readonly DesiredAlert[], readonly LiveAlert[]];

function looksOf(make: Make, size: number): number {
  let looks = 0;
  const look = () => looks++;
  const [desired, live] = make(size);
  const made = planFor(
    desired.map((alert) => counted(alert, look)),
    live.map((alert) => counted(alert, look)),
  );
  runChecks({ planned: { alerts: alertsOfPlan(made, live) } });
  fingerprintOf(made);
  orderChanges(made.changes.filter(isWriting));
  writePlan(made);
  expect(made.problems).toEqual([]);
  return looks;
}

it.each<[string, Make]>([
  ["changes of all kinds", mixedChanges],
  ["a chain of renames", chainOfRenames],
])(
  "a plan of four times as many alerts, with %s, looks at them little more than four times as often",
  (_, make) => {
    const few = looksOf(make, 500);
    expect(few).toBeGreaterThan(500);
    expect(looksOf(make, 2_000) / few).toBeLessThan(5.5);
  },
);
