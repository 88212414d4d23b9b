/** The checks of definitions and plans. */
import { type Problem } from "../../diagnostics";
import { type Check, type Facts } from "./check";
import { checkCoverage } from "./coverage";
import { checkFiringLimit } from "./firing-limit";
import { checkMetrics } from "./metrics";
import { checkMutes } from "./mutes";
import { checkNeverFiring } from "./never-firing";
import { checkSameContent } from "./same-content";
import { checkUnnotified } from "./unnotified";

const checks: readonly Check[] = [
  checkUnnotified,
  checkMutes,
  checkNeverFiring,
  checkSameContent,
  checkCoverage,
  checkMetrics,
  checkFiringLimit,
];

/** Runs every check for which enough is known. */
export function runChecks(facts: Facts): Problem[] {
  return checks.flatMap((check) => check(facts));
}
