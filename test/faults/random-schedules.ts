/** Schedules of several faults and several runs, at random from a seed. */
import * as fc from "fast-check";
import { partNames, scenarioOf } from "./parts";
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
import { commandThatRepeats, seed } from "./settings";
import { type Tally } from "./tally";

const quick = kindNames.filter((kind) => !isHang(kind));
const hangs = kindNames.filter(isHang);

const fault = fc.record({
  at: fc.integer({ min: 1, max: 18 }),
  // Few faults outlast the client's retries, and only those are told.
  times: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.integer({ min: 2, max: 12 }) },
  ),
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...quick) },
    // Each costs real time.
    { weight: 1, arbitrary: fc.constantFrom(...hangs) },
  ),
});

const run = fc.record({
  faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
  pause: fc.constantFrom(0, 20, 61),
});

export function schedules(uniqueNames: boolean): fc.Arbitrary<Schedule> {
  return fc
    .record({
      // Mostly few: a fault then more often meets what it can break, and a run has fewer calls.
      parts: fc.oneof(
        { weight: 5, arbitrary: fc.subarray([...partNames], { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.subarray([...partNames], { minLength: 3, maxLength: 5 }) },
      ),
      uniqueNames: fc.constant(uniqueNames),
      staleReads: fc.boolean(),
      isKept: fc.boolean(),
      parallelism: fc.constantFrom(8, 1),
      concurrency: fc.constantFrom(1, 1, 1, 16),
      runs: fc.oneof(
        { weight: 3, arbitrary: fc.array(run, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(run, { minLength: 2, maxLength: 3 }) },
      ),
    })
    .map(withinWhatCanBeKnown);
}

/**
 * A list that is cut short bears no sign of it; only the next list tells, so no two of one run are, where a name cannot tell
 * either: that an alert was renamed, or that a name is taken where names are not unique. There also no run begins while reads
 * may still be stale, and no list is cut short that comes too late to be read again.
 */
function withinWhatCanBeKnown(schedule: Schedule): Schedule {
  const { uniqueNames, staleReads } = schedule;
  const hasRenames = scenarioOf(schedule.parts).definitions.some(
    ({ renamedFrom }) => renamedFrom !== undefined,
  );
  const runs = schedule.runs.map(({ faults, pause }): FaultyRun => {
    const short = faults.map((one) => (isHang(one.kind) ? { ...one, times: Math.min(one.times, 2) } : one));
    if (uniqueNames) return { faults: hasRenames ? withFewLists(short, 1) : short, pause };
    return { faults: withFewLists(short, staleReads ? 0 : 1), pause: staleReads ? 61 : pause };
  });
  return { ...schedule, runs };
}

function withFewLists(faults: readonly PlacedFault[], most: number): PlacedFault[] {
  const late: FaultKind = "after: late";
  let left = most;
  return faults.map((one) => {
    if (!isIncompleteList(one.kind)) return one;
    return left-- > 0 ? { ...one, times: 1 } : { ...one, kind: late };
  });
}

/** Runs so many; the first that breaks a rule is made as small as it goes, and told with a command that repeats it. */
export async function tryAtRandom(uniqueNames: boolean, count: number, tally: Tally): Promise<void> {
  const property = fc.asyncProperty(schedules(uniqueNames), async (schedule) => {
    const outcome = await runSchedule(schedule);
    tally.add(outcome, count);
    expectNone(outcome.violations, schedule);
  });
  await fc.assert(property, { numRuns: count, seed });
}

export function expectNone(violations: readonly string[], schedule: Schedule): void {
  if (violations.length === 0) return;
  throw new Error(`${violations.join("\n")}\nTo repeat it:\n${commandThatRepeats(schedule)}\n`);
}
