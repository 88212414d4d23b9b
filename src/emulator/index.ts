/**
 * The database monitoring service on localhost, for tests and demos.
 * SQLite and the HTTP server are loaded only when an emulator starts.
 */
export { type Clock, ServiceClock, systemClock } from "./clock";
export { EnvironmentControl, type RemovableObjectKind } from "./control/environment-control";
export { type ControlInput, type ControlObject, type ControlObjectKind } from "./control/object-kinds";
export { type AlertState, type Overview } from "./control/overview";
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
export { demoSeed } from "./seed/demo";
export { emptySeed, type EnvironmentSeed, type SeedAlert } from "./seed/environment-seed";
export { ServiceEmulator } from "./service-emulator";
export { type Firing, type MetricValue, type Notification } from "./store/records";
