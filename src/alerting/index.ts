/** Decides when alerts fire and resolve, and which destinations they notify. The module has no I/O and no clock. */
export * from "./alert";
export { AlertEvaluator } from "./alert-evaluator";
export * from "./alert-sentence";
export { type AlertDifference, differenceOf, differencesOf } from "./difference/difference";
export * from "./difference/difference-sentence";
export { assumedDurationMs } from "./difference/firing-alert";
export { notifiesLess } from "./difference/notifies-less";
export { findOverlap, type Overlap } from "./difference/overlap";
export { findRedundant } from "./difference/redundant";
export {
  type ComparedAlert,
  type DifferenceKind,
  type SituationHost,
  valueAbove,
  valueBelow,
} from "./difference/situation";
export * from "./evaluator-state";
export { EventReplay, type MatchListener } from "./event-replay";
export * from "./simulation";
export { type Watch } from "./threshold";
