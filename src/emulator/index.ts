/** The database monitoring service on localhost. Loading this loads neither SQLite nor the HTTP server. */
export { type Clock, systemClock } from "./clock";
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
export { ServiceEmulator } from "./service-emulator";
export { type EnvironmentSeed } from "./store/store";
