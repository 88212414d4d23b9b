/** Consequences of a plan, and findings about live alerts. Pure: the module has no I/O and no clock. */
export { FiringActivity } from "./activity";
export { Backtest, type BacktestResult, type BacktestSubject, type Completeness } from "./backtest";
export {
  describeBacktest,
  describeRecorded,
  formatPeriod,
  historySentence,
  recordedNotes,
} from "./backtest-sentence";
export { type AlertsOfPlan, alertsOfPlan } from "./alerts-of-plan";
export { FiringHistory, type LiveThresholdAlert, thresholdAlertsIn } from "./history/firing-history";
export { auditCheckNames, runAudit, runChecks } from "./checks";
export {
  type ActiveAlert,
  type AuditedObject,
  type AuditFacts,
  type AuditFinding,
  type AuditSeverity,
  type ResolvedAlerts,
} from "./checks/audit-check";
export { type CheckFacts } from "./checks/check";
export { knownObjects } from "./known-objects";
export { findIncomplete } from "./checks/incomplete";
export { findOverlaps } from "./checks/redundant";
export { needsOfFiring } from "./checks/never-fires";
export { alertsWithSameSettings } from "./checks/probable-rename";
export { alertsToReadForCoverage } from "./checks/coverage";
export {
  differenceContextOf,
  describeVersions,
  type ExplainedDifference,
  explainChange,
  type PlanObjects,
  restartsDuration,
  versionsOf,
} from "./differences";
export { chooseTrigger, type SuggestedTrigger, type SuggestionInput, suggestTriggers } from "./suggest";
export { type FiringLimit, type Period, SeenCategories } from "./tally";
export {
  isMetricFileProblem,
  type MetricFileOptions,
  MetricFileParser,
  type MetricFileProblem,
  metricsHeader,
  type NamedMetricValue,
} from "./metric-file";
export { NameCounts } from "./metric-values";
export { compareRoutes, describeTargets, groupRoutes, type RouteGroup } from "./route-changes";
export { type RoutedAlert, routedAlerts, RouteTable, type RouteTarget, routeTargets } from "./routes";
