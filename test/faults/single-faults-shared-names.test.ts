/** One fault at each call, where the service would let two alerts have one name. */
import { tryEachFault } from "./single-faults";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

const tally = new Tally("single-faults-shared-names");
afterAll(() => {
  tally.keep();
});

it.each(isFull ? [false, true] : [true])(
  "any one fault at any call of a run loses and doubles nothing (stale reads: %s)",
  async (staleReads) => {
    await tryEachFault({ uniqueNames: false, staleReads, isKept: false }, tally, 2);
  },
  patience,
);
