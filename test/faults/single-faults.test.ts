/** One fault at each call. The service refuses a name that is taken. */
import { runEachFault } from "./single-faults";
import { isFull, testTimeoutMs } from "./settings";
import { FigureRecorder } from "./record-figures";

const recorder = new FigureRecorder("single-faults");
afterAll(() => {
  recorder.write();
});

const variants = [
  { staleReads: true, usesSavedPlan: false },
  { staleReads: false, usesSavedPlan: true },
  { staleReads: false, usesSavedPlan: false },
  { staleReads: true, usesSavedPlan: true },
];

it.each(isFull ? variants : variants.slice(0, 2))(
  "any fault at any call loses and duplicates no alert (stale reads: $staleReads, saved plan: $usesSavedPlan)",
  async (variant) => {
    await runEachFault({ uniqueNames: true, ...variant }, recorder, variants.length);
  },
  testTimeoutMs,
);
