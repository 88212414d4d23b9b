/** Random sequences, each reproducible by its seed. */
import * as fc from "fast-check";
import { type ProviderWithPid } from "../../support/dbmon-terraform";
import { reducesSequences, replaySequenceCommand } from "../settings";
import { sequences } from "./arbitrary-sequences";
import { runSequence, type SequenceOutcome } from "./run-sequence";

/** Runs the sequence of a seed. If it breaks a rule and sequences are reduced, the result is the outcome of the smallest one. */
export async function runSeed(seed: number, provider: ProviderWithPid): Promise<SequenceOutcome> {
  let failed: SequenceOutcome | undefined;
  let last: SequenceOutcome | undefined;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    last = await runSequence(sequence, provider);
    if (last.violations.length === 0) return;
    failed = last;
    throw new Error("a rule is broken");
  });
  const { failed: isFailed, errorInstance } = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: !reducesSequences,
  });
  const outcome = isFailed ? failed : last;
  if (outcome === undefined) throw new Error(`seed ${seed} did not run`, { cause: errorInstance });
  return outcome;
}

/** What a reader needs to find the cause of a failure. Undefined if all rules hold. */
export function failureOf(seed: number, { violations, transcript }: SequenceOutcome): string | undefined {
  if (violations.length === 0) return undefined;
  const rules = violations.map((violation) => `- ${violation}`).join("\n");
  return `seed ${seed}:\n${transcript}\nviolations:\n${rules}\nTo replay it, run:\n${replaySequenceCommand(seed)}\n`;
}
