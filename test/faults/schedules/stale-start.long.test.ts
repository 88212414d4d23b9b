/** A run that starts before the service shows the writes of the previous run. */
import { expectNoViolations } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type Schedule } from "./schedule";

// Call 7 is the POST.
it.each([6, 7, 8, 9])(
  "a run completes an alert when the previous run lost all responses from its call %d on",
  async (at) => {
    const schedule: Schedule = {
      cases: ["create a threshold alert"],
      uniqueNames: true,
      staleReads: true,
      usesSavedPlan: false,
      parallelism: 8,
      concurrency: 1,
      runs: [
        { faults: [{ at, times: 1_000, kind: "after: cut" }], pause: 0 },
        { faults: [], pause: 0 },
      ],
    };
    const { violations, failures } = await runSchedule(schedule);
    // The first run fails. The second finds the alert because its name is refused.
    expectNoViolations([...violations, ...failures.slice(1)], schedule);
  },
);
