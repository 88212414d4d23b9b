/** Plans an environment: reads the live alerts, compares them with the definitions, and checks what the changes would do. */
export { type Audit, auditEnvironment, lookupOf } from "./audit";
export { type BacktestOptions, backtestSubjects, liveThresholdId } from "./backtest";
export { joinProblems, readFiringFacts, readRenameFacts, unmatchedPatterns } from "./check-facts";
export { fetchObjects } from "./find-changes";
export { describePlan } from "./describe-plan";
export {
  type AlertDrift,
  type Drift,
  type DriftSelection,
  findDrift,
  watchDrift,
  type WrittenChange,
} from "./drift";
export { type EnvironmentPlanOptions, planEnvironment } from "./plan-environment";
export { readEvents } from "./read-events";
export { suggestChange, type Suggestion } from "./suggest";
export { compileRules, withCurrentRules } from "./rules";
