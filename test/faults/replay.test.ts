/** A run without any fault; or one schedule again, as a failure of the other files tells how. */
import { partNames } from "./parts";
import { expectNone } from "./random-schedules";
import { runSchedule } from "./run-schedule";
import { type Schedule } from "./schedule";
import { givenSchedule, patience } from "./settings";

const faultless: Schedule = {
  parts: partNames,
  uniqueNames: true,
  staleReads: false,
  isKept: false,
  parallelism: 8,
  concurrency: 16,
  runs: [{ faults: [], pause: 0 }],
};

it(
  "a schedule ends with all as it is wanted",
  async () => {
    // Written by this program, into the message of a failure.
    const schedule =
      givenSchedule === undefined ? faultless : (JSON.parse(givenSchedule) as unknown as Schedule);
    const { violations } = await runSchedule(schedule);
    expectNone(violations, schedule);
  },
  patience,
);
