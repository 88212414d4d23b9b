/**
 * Random sequences of Terraform runs with fixed seeds: whatever happened, one more apply converges. docs/reliability.md lists the
 * rules, and `npm run test:faults` runs hundreds of sequences.
 */
import { failureOf, runSeed } from "../../faults/sequences/random-sequences";
import { ProviderWithPid } from "../../support/provider-with-pid";
import { describeWithTerraform } from "../../support/terraform";

const seeds: readonly number[] = [];

describeWithTerraform("one more apply converges after the sequence", () => {
  const binary = new ProviderWithPid();
  afterAll(() => {
    binary.remove();
  });

  it.each(seeds)("of the seed %d", async (seed) => {
    expect(failureOf(seed, await runSeed(seed, binary))).toBeUndefined();
  });
});
