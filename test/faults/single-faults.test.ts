/** One fault at each call, where the service refuses a name that is taken. */
import { tryEachFault } from "./single-faults";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

const tally = new Tally("single-faults");
afterAll(() => {
  tally.keep();
});

const ways = [
  { staleReads: true, isKept: false },
  { staleReads: false, isKept: true },
  { staleReads: false, isKept: false },
  { staleReads: true, isKept: true },
];

it.each(isFull ? ways : ways.slice(0, 2))(
  "any one fault at any call of a run loses and doubles nothing (stale reads: $staleReads, kept plans: $isKept)",
  async (way) => {
    await tryEachFault({ uniqueNames: true, ...way }, tally, ways.length);
  },
  patience,
);
