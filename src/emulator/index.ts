/**
 * The database monitoring service on localhost, for tests and demos.
 * SQLite and the HTTP server are loaded only when an emulator starts.
 */
export { type EmulatorClock as Clock, machineClock as systemClock, ServiceClock } from "./clock";
export { EnvironmentControl, type RemovableObjectKind } from "./control/environment-control";
export { type ControlInput, type ControlObject, type ControlObjectKind } from "./control/object-kinds";
export { type AlertActivity as AlertState, type Overview } from "./control/overview";
export {
  type FiringRecord as Firing,
  type MetricRecord as MetricValue,
  type Notification,
} from "./evaluator/records";
export { type WebhookReach } from "./evaluator/webhooks";
export { type ActiveFault, type Fault, type FaultResponse, type Faults } from "./faults";
export {
  defaultAgentToken,
  defaultEnvironment,
  defaultPropagationSeconds,
  defaultToken,
  type EmulatorOptions,
} from "./options";
export { type LoggedRequest, type RequestLog } from "./request-log";
export { cleanSeed, demoSeed } from "./seed/demo";
export { emptySeed, type EnvironmentSeed, type SeedAlert } from "./seed/environment-seed";
export { ServiceEmulator } from "./service-emulator";
