/** The checks of alerts, in the order of their problems. */
import { type Problem } from "../../diagnostics";
import { type Check, type CheckFacts } from "./check";
import { destinationUnused, uncoveredHost } from "./coverage";
import { longMute, muteEnded } from "./mutes";
import { neverFires } from "./never-fires";
import { nobodyNotified } from "./nobody-notified";
import { noisy } from "./noisy";
import { probableRename } from "./probable-rename";
import { unusedMetricValues } from "./unused-metric-values";

const checks: readonly Check<keyof CheckFacts>[] = [
  nobodyNotified,
  muteEnded,
  longMute,
  destinationUnused,
  uncoveredHost,
  neverFires,
  probableRename,
  unusedMetricValues,
  noisy,
];

/** Runs every check whose facts are known. A command calls it once, with all that it knows. */
export function runChecks(facts: Partial<CheckFacts>): Problem[] {
  return checks.flatMap(({ name, needs, check }) =>
    hasFacts(facts, needs) ? check(facts).map((problem) => ({ check: name, ...problem })) : [],
  );
}

function hasFacts<Need extends keyof CheckFacts>(
  facts: Partial<CheckFacts>,
  needs: readonly Need[],
): facts is Partial<CheckFacts> & Pick<CheckFacts, Need> {
  return needs.every((need) => facts[need] !== undefined);
}
