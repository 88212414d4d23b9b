/** One fault at each call. The service allows two alerts with one name. */
import { FigureRecorder } from "./record-figures";
import { type FaultKind } from "./schedules/schedule";
import { runEachFault } from "./schedules/single-faults";
import { isFull, testTimeoutMs } from "./settings";

const sampleKinds: readonly FaultKind[] = ["before: 400", "before: 500", "after: cut", "after: list of none"];
const recorder = new FigureRecorder("single-faults-shared-names");
afterAll(() => {
  recorder.write();
});

it.each(isFull ? [false, true] : [true])(
  "any fault at any call loses and duplicates no alert (stale reads: %s)",
  async (staleReads) => {
    await runEachFault({ uniqueNames: false, staleReads, usesSavedPlan: false, sampleKinds }, recorder, 2);
  },
  testTimeoutMs,
);
