/** Plans as documents: saved plans and the output of `--json`, with information for display. */
export {
  type AlertBacktest,
  type BacktestCounts,
  type BacktestHistory,
  type Backtests,
  backtestSchemas,
  type RouteChange,
  type RouteChanges,
  routeSchemas,
  timelineSlots,
} from "./impact-schema";
export {
  type DescribedPlan,
  type PlanDescription,
  type PlanOrigin,
  readPlan,
  writeField,
  writeNames,
  writePlan,
} from "./document";
export { isOnlyMuteEnd } from "./mute-status";
export { factsInChanges } from "./object-facts";
export {
  kindsInChanges,
  kindsInDifferences,
  namesInCatalog,
  namesInFields,
  type ObjectNames,
} from "./object-names";
export {
  type ChangeDocument,
  type FieldDocument,
  type PlanDocument,
  planSchemas,
  type RuleExceptions,
} from "./schema";
