/** A run that begins while the service does not show yet what the one before it wrote. */
import { expectNone } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type Schedule } from "./schedule";

// The seventh is the POST.
it.each([6, 7, 8, 9])(
  "what a run left when no answer came any more from its call %d on, the next run ends at once",
  async (at) => {
    const schedule: Schedule = {
      parts: ["create a threshold alert"],
      uniqueNames: true,
      staleReads: true,
      isKept: false,
      parallelism: 8,
      concurrency: 1,
      runs: [
        { faults: [{ at, times: 1_000, kind: "after: cut" }], pause: 0 },
        { faults: [], pause: 0 },
      ],
    };
    const { violations, failures } = await runSchedule(schedule);
    // The first run cannot end well; the second takes a refused name for a sign that the alert exists.
    expectNone([...violations, ...failures.slice(1)], schedule);
  },
);
