/** Replays the schedule of DBMON_FAULTS_SCHEDULE, which failures of the other files print. Without it, a run without faults. */
import { replayedSchedule, testTimeoutMs } from "../settings";
import { caseNames } from "./change-cases";
import { expectNoViolations } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type Schedule } from "./schedule";

const faultless: Schedule = {
  cases: caseNames,
  uniqueNames: true,
  staleReads: false,
  usesSavedPlan: false,
  parallelism: 8,
  concurrency: 16,
  runs: [{ faults: [], pause: 0 }],
};

it(
  "puts all alerts in sync",
  async () => {
    // A failed test printed this JSON.
    const schedule =
      replayedSchedule === undefined ? faultless : (JSON.parse(replayedSchedule) as unknown as Schedule);
    const { violations } = await runSchedule(schedule);
    expectNoViolations(violations, schedule);
  },
  testTimeoutMs,
);
