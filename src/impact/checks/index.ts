/** The checks of definitions and plans, one file each. */
import { type Problem } from "../../diagnostics";
import { type Check, type Facts } from "./check";
import { checkFiringLimit } from "./firing-limit";
import { checkMuteLengths } from "./mute-lengths";
import { checkNeverFiring } from "./never-firing";
import { checkSameContent } from "./same-content";
import { checkSilencedDestinations } from "./silenced-destinations";
import { checkUnnotified } from "./unnotified";
import { checkUnwatchedHosts } from "./unwatched-hosts";

const checks: readonly Check[] = [
  checkUnnotified,
  checkMuteLengths,
  checkNeverFiring,
  checkSameContent,
  checkSilencedDestinations,
  checkUnwatchedHosts,
  checkFiringLimit,
];

/** Runs every check for which enough is known. */
export function runChecks(facts: Facts): Problem[] {
  return checks.flatMap((check) => check(facts));
}
