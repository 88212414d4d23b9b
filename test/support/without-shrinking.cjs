/** For `npm run test:mutants`: a law ends at its first counterexample, because no one reads it, and the score is the same in each run. */
require("fast-check").configureGlobal({ endOnFailure: true, seed: 1 });
