/** Several faults in several runs, where the service refuses a name that is taken. */
import { tryAtRandom } from "./random-schedules";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

const tally = new Tally("random-faults");
afterAll(() => {
  tally.keep();
});

it(
  "faults at random, run after run, lose and double nothing",
  async () => {
    await tryAtRandom(true, isFull ? 5_000 : 125, tally);
  },
  patience,
);
