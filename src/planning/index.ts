/** Plans an environment: reads the live alerts, compares them with the definitions, and checks what the changes would do. */
export {
  type AlertDrift,
  type ComparisonOptions,
  type Drift,
  findDrift,
  watchDrift,
  type WrittenChange,
} from "./drift";
export {
  type EnvironmentPlanOptions,
  fetchObjects,
  planEnvironment,
  planEnvironmentRemoval,
} from "./plan-environment";
export { readEvents } from "./read-events";
