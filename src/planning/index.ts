/** Plans an environment: reads the live alerts, compares them with the definitions, and checks what the changes would do. */
export { type AlertDrift, type ComparisonOptions, type Drift, findDrift, watchDrift, type WrittenChange } from "./drift";
export {
  type EnvironmentPlanOptions,
  fetchNames,
  planEnvironment,
  planEnvironmentRemoval,
} from "./plan-environment";
