/** Random sequences of Terraform runs: whatever happened, one more apply converges. */
import { ProviderWithPid } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { FigureRecorder } from "./record-figures";
import { failureOf, runSeed } from "./sequences/random-sequences";
import { isFull, providerFolder, seed, sequenceCount, testTimeoutMs } from "./settings";

/** Sequences that run at the same time. Each mostly waits for one terraform. */
const concurrency = 2;

/** The sample is a short sequence: one whose responses are all lost takes minutes. */
const firstSeed = isFull ? seed : 20;

describeWithTerraform("after a random sequence of applies", () => {
  const recorder = new FigureRecorder("sequences");
  const binary = new ProviderWithPid(providerFolder);
  afterAll(() => {
    binary.remove();
    recorder.write();
  });

  it(
    `one more apply converges (seeds ${firstSeed} to ${firstSeed + sequenceCount - 1})`,
    async () => {
      const seeds = Array.from({ length: sequenceCount }, (_, index) => firstSeed + index);
      const failures: string[] = [];
      const runNext = async (): Promise<void> => {
        for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) {
          const outcome = await runSeed(next, binary);
          recorder.add(outcome, sequenceCount);
          const failure = failureOf(next, outcome);
          if (failure === undefined) continue;
          process.stderr.write(failure);
          failures.push(failure);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, runNext));
      expect(failures).toEqual([]);
    },
    testTimeoutMs,
  );
});
