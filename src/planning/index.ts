/** Plans an environment: reads the live alerts, compares them with the definitions, and checks what the changes would do. */
export {
  type BacktestOptions,
  backtestChanges,
  backtestPlan,
  backtestSubjects,
  type ReadingControl,
  type TestedAlerts,
} from "./backtest";
export {
  changedDefinitions,
  checkCreated,
  checkFiring,
  checkForRenames,
  checkPlannedAlerts,
  compileRules,
  joinProblems,
  unmatchedPatterns,
} from "./checks";
export { describeForRules, describePlan } from "./describe-plan";
export {
  type AlertDrift,
  type ComparisonOptions,
  type Drift,
  findDrift,
  watchDrift,
  type WrittenChange,
} from "./drift";
export {
  type EnvironmentPlanOptions,
  fetchObjects,
  planEnvironment,
  planEnvironmentRemoval,
} from "./plan-environment";
export { readEvents } from "./read-events";
