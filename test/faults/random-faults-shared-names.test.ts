/** Several faults in several runs, where the service would let two alerts have one name. */
import { tryAtRandom } from "./random-schedules";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

const tally = new Tally("random-faults-shared-names");
afterAll(() => {
  tally.keep();
});

it(
  "faults at random, run after run, lose and double nothing",
  async () => {
    await tryAtRandom(false, isFull ? 5_000 : 125, tally);
  },
  patience,
);
