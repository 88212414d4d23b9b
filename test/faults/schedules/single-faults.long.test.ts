/** One fault at each call. The service refuses a name that is taken. */
import { FigureRecorder } from "../record-figures";
import { isFull, testTimeoutMs } from "../settings";
import { runEachFault, type SingleFaults } from "./single-faults";

const recorder = new FigureRecorder("single-faults");
afterAll(() => {
  recorder.write();
});

/** `npm test` runs the first two, with two kinds of faults each. */
const variants: readonly Omit<SingleFaults, "uniqueNames">[] = [
  { staleReads: true, usesSavedPlan: false, sampleKinds: ["after: cut", "after: list of none"] },
  { staleReads: false, usesSavedPlan: true, sampleKinds: ["before: 400", "before: 500"] },
  { staleReads: false, usesSavedPlan: false, sampleKinds: [] },
  { staleReads: true, usesSavedPlan: true, sampleKinds: [] },
];

it.each(isFull ? variants : variants.slice(0, 2))(
  "any fault at any call loses and duplicates no alert (stale reads: $staleReads, saved plan: $usesSavedPlan)",
  async (variant) => {
    await runEachFault({ uniqueNames: true, ...variant }, recorder, variants.length);
  },
  testTimeoutMs,
);
