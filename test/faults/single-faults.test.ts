/** One fault at each call, where the service refuses a name that is taken. */
import { tryEachFault } from "./single-faults";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

const tally = new Tally("single-faults");
afterAll(() => {
  tally.keep();
});

it.each(isFull ? [false, true] : [true])(
  "any one fault at any call of a run loses and doubles nothing (stale reads: %s)",
  async (staleReads) => {
    await tryEachFault({ uniqueNames: true, staleReads }, tally);
  },
  patience,
);
