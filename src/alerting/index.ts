/** When alerts fire and resolve, and whom they notify. Pure: the module has no I/O and no clock. */
export {
  type AlertEvent,
  type AlertHost,
  type ConfiguredAlert,
  type EffectiveAlert,
  type MetricValue,
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
export { type RoutedCause, routesTo } from "./routes";
export {
  type AlertChange,
  defaultPropagationWindowMs,
  type Firing,
  type SimulatedEvent,
  simulate,
  Simulation,
  type SimulationEnvironment,
  type SimulationInput,
  type SimulationInputs,
} from "./simulation";
export { type Watch } from "./threshold";
