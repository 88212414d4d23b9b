/** Consequences of a plan. Pure: the module has no I/O and no clock. */
export {
  Backtest,
  type BacktestInput,
  type BacktestResult,
  type Completeness,
  type ExceededLimit,
} from "./backtest";
export { backtestSentence, describeBacktest, formatPeriod, historySentence } from "./backtest-sentence";
export {
  type AlertVersion,
  type BacktestSubject,
  subjectsOfChanges,
  subjectsOfDesired,
} from "./backtest-subject";
export { type FiringLimit } from "./firing-limit";
export { runChecks } from "./checks";
export { type FiringFacts, type SeenEvents } from "./checks/check";
export { needsOfFiring } from "./checks/never-firing";
export { alertsWithSameSettings } from "./checks/same-content";
export { alertsToReadForCoverage } from "./checks/unwatched-hosts";
export { SeenCategories } from "./seen-categories";
export { isSampleProblem, type Sample, SampleParser, type SampleProblem, samplesHeader } from "./samples";
export { catalogOfDefinitions } from "./definitions-catalog";
export { type CauseSelection, groupRoutes, type RouteGroup } from "./route-groups";
export { describeTargets, type RouteScope } from "./route-scopes";
export { alertsOfPlan, compareRoutes, liveAlert } from "./route-changes";
export {
  type CauseRoute,
  levelsByImportance,
  type RoutedAlert,
  RouteTable,
  type RouteTarget,
  routeTargets,
} from "./routes";
