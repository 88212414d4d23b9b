/** Decides when alerts fire and resolve, and which destinations they notify. The module has no I/O and no clock. */
export {
  type AlertEvent,
  type AlertHost,
  type ConfiguredAlert,
  type EffectiveAlert,
  type MetricValue,
  type RoutedCause,
  routesTo,
  thresholdEventType,
} from "./alert";
export { describeAlert, type NameObject, type SentencePart, sentenceText } from "./alert-sentence";
export { AlertEvaluator } from "./alert-evaluator";
export { EventReplay, type MatchListener } from "./event-replay";
export {
  type AlertHistory,
  type Catalog,
  type EvaluatedFiring,
  type EvaluatorState,
  type HostWatch,
  type MetricValues,
  type Recorder,
  type Watches,
} from "./evaluator-state";
export {
  type AlertChange,
  defaultPropagationWindowMs,
  type Firing,
  type SimulatedEvent,
  simulate,
  type SimulationEnvironment,
  type SimulationInput,
} from "./simulation";
export { type Watch } from "./threshold";
export { type AlertDifference, differenceOf, differencesOf } from "./difference/difference";
export {
  describeDifference,
  type DifferenceContext,
  type DifferenceText,
} from "./difference/difference-sentence";
export { notifiesLess } from "./difference/notifies-less";
export { assumedDurationMs } from "./difference/firing-alert";
export {
  type ComparedAlert,
  type DifferenceKind,
  type KnownObjects,
  type SituationHost,
} from "./difference/situation";
