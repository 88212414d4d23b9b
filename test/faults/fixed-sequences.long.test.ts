/**
 * Random sequences of Terraform runs with fixed seeds: whatever happened, one more apply converges. docs/internals/reliability.md lists the
 * rules, and `npm run test:faults` runs hundreds of sequences.
 */
import { ProviderWithPid } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { failureOf, runSeed } from "./sequences/random-sequences";

/** Version 0.1 breaks a rule with 467, 495, 902, 909 and 973. */
const seeds = [3, 5, 14, 16, 17, 18, 20, 467, 495, 902, 909, 973, 8011];

describeWithTerraform("one more apply converges after the sequence", () => {
  const binary = new ProviderWithPid();
  afterAll(() => {
    binary.remove();
  });

  it.each(seeds)("of the seed %d", async (seed) => {
    expect(failureOf(seed, await runSeed(seed, binary))).toBeUndefined();
  });
});
