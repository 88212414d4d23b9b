/** The database monitoring service on localhost. Loading this loads neither SQLite nor the HTTP server. */
export { type Clock, ServiceClock, systemClock } from "./clock";
export { EnvironmentControl, type RemovableNoun } from "./control/environment-control";
export { type ControlInput, type ControlNounName, type ControlObject } from "./control/nouns";
export { type AlertState, type Overview } from "./control/overview";
export { type WebhookReach } from "./evaluator/webhook";
export { type ActiveFault, type Fault, type FaultAnswer, type Faults } from "./faults";
export {
  defaultAgentToken,
  defaultEnvironment,
  defaultPropagationSeconds,
  defaultToken,
  type EmulatorOptions,
} from "./options";
export { type LoggedRequest, type RequestLog } from "./request-log";
export { emptySeed } from "./seed/basics";
export { demoSeed } from "./seed/demo";
export { type Firing, type MetricValue, type Notification } from "./store/firing-stores";
export { ServiceEmulator } from "./service-emulator";
export { type EnvironmentSeed, type SeedAlert } from "./seed/fill";
