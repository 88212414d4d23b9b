/**
 * `npm run bench:plan`: how the time of a plan grows with the number of alerts. Half are as desired, a quarter differ, an eighth
 * are new, and a tenth of all were renamed. Time an alert that stays the same says that the whole is linear.
 */
import { performance } from "node:perf_hooks";
import { tasksOf } from "../src/engine/order-changes";
import {
  checkCoverage,
  type DesiredAlert,
  fingerprintOf,
  type LiveAlert,
  plan,
  writePlan,
} from "../src/reconcile";

const sizes = [1_000, 10_000, 100_000];
const runs = 3;

function desiredAlert(index: number): DesiredAlert {
  return {
    name: `Alert ${index}`,
    ...(index % 10 === 0 ? { renamedFrom: `Old name ${index}` } : {}),
    annotations: "See the runbook",
    policy: 1 + (index % 4),
    disabled: false,
    destinations: [3, 1, 2],
    hosts: [index % 50],
    hostTypes: ["mysql", "os"],
    condition: {
      kind: "threshold",
      alertLevel: "warn",
      metric: "os.cpu.user_us",
      trigger: 90 + (index % 7),
      duration: 1,
      reset: 80,
    },
  };
}

function liveAlert(
  { renamedFrom, hosts, hostTypes, condition, ...alert }: DesiredAlert,
  index: number,
): LiveAlert {
  const isChanged = index % 4 === 1;
  return {
    alert: {
      ...alert,
      id: index,
      name: renamedFrom ?? alert.name,
      kind: condition.kind,
      policy: isChanged ? 5 : alert.policy,
      unknownFields: {},
    },
    config: { hosts, hostTypes, condition, unknownFields: {} },
  };
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Renames of one chain or one circle: the longest way that the order of changes can take. */
function renamedInARow(size: number, isCircle: boolean): readonly [DesiredAlert[], LiveAlert[]] {
  const live = Array.from({ length: size }, (_, index) =>
    liveAlert({ ...desiredAlert(index * 10 + 1), name: `${index}` }, index),
  );
  const desired = live.map(({ alert }, index) => ({
    ...desiredAlert(index * 10 + 3),
    name: isCircle && index === size - 1 ? "0" : `${index + 1}`,
    renamedFrom: alert.name,
  }));
  return [desired, live];
}

function usual(size: number): readonly [DesiredAlert[], LiveAlert[]] {
  const desired = Array.from({ length: size }, (_, index) => desiredAlert(index));
  return [desired, desired.map(liveAlert).filter((_, index) => index % 8 !== 3)];
}

const kinds = {
  "of all kinds": usual,
  "one chain of renames": (size: number) => renamedInARow(size, false),
  "one circle of renames": (size: number) => renamedInARow(size, true),
};

for (const [kind, make] of Object.entries(kinds))
  for (const size of sizes) measure(kind, size, ...make(size));

function measure(
  kind: string,
  size: number,
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
): void {
  const steps: Record<string, (made: ReturnType<typeof plan>) => unknown> = {
    plan: () => plan(desired, live),
    "warnings of coverage": (made) => checkCoverage(made, live),
    fingerprint: fingerprintOf,
    "order of the changes": ({ changes }) => tasksOf(changes),
    "document as JSON": (made) => JSON.stringify(writePlan(made)),
  };
  const made = plan(desired, live);
  for (const [what, step] of Object.entries(steps)) {
    const times = Array.from({ length: runs }, () => {
      const begun = performance.now();
      step(made);
      return performance.now() - begun;
    });
    const time = median(times);
    const each = ((time * 1000) / size).toFixed(2);
    console.log(
      `${String(size).padStart(7)} alerts, ${kind.padEnd(21)}  ${what.padEnd(20)} ${time.toFixed(1).padStart(8)} ms ${each.padStart(8)} us an alert`,
    );
  }
}
