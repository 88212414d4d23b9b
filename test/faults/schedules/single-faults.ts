/** Every kind of fault at every call of a run, one at a time. */
import { type FigureRecorder } from "../record-figures";
import { isFull } from "../settings";
import { type CaseName, caseNames } from "./change-cases";
import { expectNoViolations } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type FaultKind, isHang, isTransient, kindNames, type PlacedFault, type Schedule } from "./schedule";

const sampleCases: readonly CaseName[] = ["create a threshold alert", "replace", "rename", "delete"];
/** The cases in two scenarios, because the time grows with the square of the number of calls. */
const caseGroups: readonly (readonly CaseName[])[] = [
  caseNames.filter((_, index) => index % 2 === 0),
  caseNames.filter((_, index) => index % 2 === 1),
];

export interface SingleFaults extends Pick<Schedule, "uniqueNames" | "staleReads" | "usesSavedPlan"> {
  /** The kinds of faults of `npm test`. The full tests have all kinds. */
  readonly sampleKinds: readonly FaultKind[];
}

/** @param variants how many variants the caller runs, for the progress output */
export async function runEachFault(
  options: SingleFaults,
  recorder: FigureRecorder,
  variants: number,
): Promise<void> {
  for (const cases of isFull ? caseGroups : [sampleCases])
    await runEachFaultWith(cases, options, recorder, variants);
}

async function runEachFaultWith(
  cases: readonly CaseName[],
  { sampleKinds, ...options }: SingleFaults,
  recorder: FigureRecorder,
  variants: number,
): Promise<void> {
  const schedule = (faults: readonly PlacedFault[]): Schedule => ({
    ...options,
    cases,
    parallelism: 8,
    concurrency: 1,
    runs: [{ faults, pause: 0 }],
  });
  const [positions = 0] = (await runSchedule(schedule([]))).calls;
  if (positions === 0) throw new Error("a run without faults made no call");
  const kinds = isFull ? kindNames : sampleKinds;
  for (const kind of kinds) {
    for (let at = 1; at <= positions; at++) {
      const singleFault = schedule([{ at, times: 1, kind }]);
      const outcome = await runSchedule(singleFault);
      recorder.add(outcome, caseGroups.length * variants * kinds.length * positions);
      expectNoViolations(outcome.violations, singleFault);
      if (isTransient(kind)) expectNoViolations(await findFailures(singleFault, kind, outcome), singleFault);
    }
  }
}

/** A busy machine misses the short timeout of calls without a fault. With the long one, only the fault can cause a failure. */
async function findFailures(
  schedule: Schedule,
  kind: FaultKind,
  { failures }: Awaited<ReturnType<typeof runSchedule>>,
): Promise<readonly string[]> {
  if (failures.length === 0 || !isHang(kind)) return failures;
  return (await runSchedule(schedule, { timeout: "long" })).failures;
}
