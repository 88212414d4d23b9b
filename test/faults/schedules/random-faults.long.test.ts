/** Random faults in several runs. The service refuses a name that is taken. */
import { FigureRecorder } from "../record-figures";
import { isFull, testTimeoutMs } from "../settings";
import { runRandomSchedules } from "./random-schedules";

const recorder = new FigureRecorder("random-faults");
afterAll(() => {
  recorder.write();
});

it(
  "random faults in several runs lose and duplicate no alert",
  async () => {
    await runRandomSchedules(true, isFull ? 5_000 : 60, recorder);
  },
  testTimeoutMs,
);
