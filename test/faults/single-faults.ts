/** Every kind of fault at every call of a run, one at a time: nothing is left to chance. */
import { partNames, type PartName } from "./parts";
import { expectNone } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type FaultKind, isPassing, kindNames, type PlacedFault, type Schedule } from "./schedule";
import { isFull } from "./settings";
import { type Tally } from "./tally";

const few: readonly PartName[] = ["create a threshold alert", "replace", "rename", "delete"];
const fewKinds: readonly FaultKind[] = ["before: 400", "before: 500", "after: cut", "after: list of none"];
/** Two runs of half the parts each: a run's price grows with the square of its calls. */
const halves: readonly (readonly PartName[])[] = [
  partNames.filter((_, index) => index % 2 === 0),
  partNames.filter((_, index) => index % 2 === 1),
];

/** @param ways in how many the caller tries them, for the progress that the tally tells */
export async function tryEachFault(
  options: Pick<Schedule, "uniqueNames" | "staleReads" | "isKept">,
  tally: Tally,
  ways: number,
): Promise<void> {
  for (const parts of isFull ? halves : [few]) await tryEachWith(parts, options, tally, ways);
}

async function tryEachWith(
  parts: readonly PartName[],
  options: Pick<Schedule, "uniqueNames" | "staleReads" | "isKept">,
  tally: Tally,
  ways: number,
): Promise<void> {
  const schedule = (faults: readonly PlacedFault[]): Schedule => ({
    ...options,
    parts,
    parallelism: 8,
    concurrency: 1,
    runs: [{ faults, pause: 0 }],
  });
  const [positions = 0] = (await runSchedule(schedule([]))).calls;
  const kinds = isFull ? kindNames : fewKinds;
  for (const kind of kinds) {
    for (let at = 1; at <= positions; at++) {
      const one = schedule([{ at, times: 1, kind }]);
      const outcome = await runSchedule(one);
      tally.add(outcome, halves.length * ways * kinds.length * positions);
      const failures = isPassing(kind) ? outcome.failures : [];
      expectNone([...outcome.violations, ...failures], one);
    }
  }
}
