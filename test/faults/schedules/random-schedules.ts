/** Random schedules of several faults and runs, reproducible by their seed. */
import * as fc from "fast-check";
import { type FigureRecorder } from "../record-figures";
import { replayCommand, seed } from "../settings";
import { caseNames, scenarioOf } from "./change-cases";
import { runSchedule } from "./run-schedule";
import {
  type FaultKind,
  type FaultyRun,
  isHang,
  isIncompleteList,
  kindNames,
  type PlacedFault,
  type Schedule,
} from "./schedule";

const fastKinds = kindNames.filter((kind) => !isHang(kind));
const hangKinds = kindNames.filter(isHang);

const faultArbitrary = fc.record({
  at: fc.integer({ min: 1, max: 18 }),
  // A run reports only faults that outlast the client's retries.
  times: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.integer({ min: 2, max: 12 }) },
  ),
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...fastKinds) },
    // Each of these takes real time.
    { weight: 1, arbitrary: fc.constantFrom(...hangKinds) },
  ),
});

const runArbitrary = fc.record({
  faults: fc.array(faultArbitrary, { minLength: 1, maxLength: 4 }),
  pause: fc.constantFrom(0, 20, 61),
});

function schedules(uniqueNames: boolean): fc.Arbitrary<Schedule> {
  return fc
    .record({
      // Few cases make short runs, in which a fault is more likely to affect a write.
      cases: fc.oneof(
        { weight: 5, arbitrary: fc.subarray([...caseNames], { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.subarray([...caseNames], { minLength: 3, maxLength: 5 }) },
      ),
      uniqueNames: fc.constant(uniqueNames),
      staleReads: fc.boolean(),
      usesSavedPlan: fc.boolean(),
      parallelism: fc.constantFrom(8, 1),
      concurrency: fc.constantFrom(1, 1, 1, 16),
      runs: fc.oneof(
        { weight: 3, arbitrary: fc.array(runArbitrary, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(runArbitrary, { minLength: 2, maxLength: 3 }) },
      ),
    })
    .map(withoutUndetectableFaults);
}

/**
 * Removes combinations of faults that no run can detect (docs/reliability.md, "Known limits"). A run cannot recognize an
 * incomplete list, so it must get a complete one. A refused name also reveals a missing alert, unless an alert was renamed or
 * names are not unique. Without unique names, no run may start while reads can be stale.
 */
function withoutUndetectableFaults(schedule: Schedule): Schedule {
  const { uniqueNames, staleReads } = schedule;
  const hasRenames = scenarioOf(schedule.cases).definitions.some(
    ({ renamedFrom }) => renamedFrom !== undefined,
  );
  const runs = schedule.runs.map(({ faults, pause }): FaultyRun => {
    const limited = faults.map((fault) =>
      isHang(fault.kind) ? { ...fault, times: Math.min(fault.times, 2) } : fault,
    );
    if (uniqueNames) return { faults: hasRenames ? limitIncompleteLists(limited, 1) : limited, pause };
    return { faults: limitIncompleteLists(limited, staleReads ? 0 : 1), pause: staleReads ? 61 : pause };
  });
  return { ...schedule, runs };
}

function limitIncompleteLists(faults: readonly PlacedFault[], max: number): PlacedFault[] {
  const late: FaultKind = "after: late";
  let remaining = max;
  return faults.map((fault) => {
    if (!isIncompleteList(fault.kind)) return fault;
    return remaining-- > 0 ? { ...fault, times: 1 } : { ...fault, kind: late };
  });
}

/** Runs random schedules. fast-check shrinks the first that breaks a rule, and the error has a command that replays it. */
export async function runRandomSchedules(
  uniqueNames: boolean,
  count: number,
  recorder: FigureRecorder,
): Promise<void> {
  const property = fc.asyncProperty(schedules(uniqueNames), async (schedule) => {
    const outcome = await runSchedule(schedule);
    recorder.add(outcome, count);
    expectNoViolations(outcome.violations, schedule);
  });
  await fc.assert(property, { numRuns: count, seed });
}

export function expectNoViolations(violations: readonly string[], schedule: Schedule): void {
  if (violations.length === 0) return;
  throw new Error(`${violations.join("\n")}\nTo replay it, run:\n${replayCommand(schedule)}\n`);
}
