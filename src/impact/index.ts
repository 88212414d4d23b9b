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
export { checkNeverFiring, type EnvironmentFacts, needsOfFiring, type SeenEvents } from "./never-firing";
export { alertsWithSameSettings, checkSameContent } from "./same-content";
export { SeenCategories } from "./seen-categories";
export { isSampleProblem, type Sample, SampleParser, type SampleProblem, samplesHeader } from "./samples";
export { alertsToReadForCoverage, checkCoverage, checkNotifications } from "./coverage";
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
