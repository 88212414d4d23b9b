/** Random faults in several runs. The service allows two alerts with one name. */
import { FigureRecorder } from "./record-figures";
import { runRandomSchedules } from "./schedules/random-schedules";
import { isFull, testTimeoutMs } from "./settings";

const recorder = new FigureRecorder("random-faults-shared-names");
afterAll(() => {
  recorder.write();
});

it(
  "random faults in several runs lose and duplicate no alert",
  async () => {
    await runRandomSchedules(false, isFull ? 5_000 : 125, recorder);
  },
  testTimeoutMs,
);
