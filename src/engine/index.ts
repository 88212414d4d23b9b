/** Reads and writes one environment: the session, the units of write, the plan and its execution. */
export { type Claims } from "./claims";
export { createAlert, type CreationOptions } from "./create-alert";
export { ForeignAlertError, IncompleteAlertError } from "./creation-errors";
export { createEvent } from "./create-event";
export {
  type AlertDrift,
  type ComparisonOptions,
  type Drift,
  type DriftOptions,
  findDrift,
  watchDrift,
  type WatchOptions,
  type Written,
} from "./drift";
export { deleteAlert, type Deleted } from "./delete-alert";
export { EnvironmentCatalog } from "./environment-catalog";
export { type ChangeResult, executePlan, type ExecutionOptions, type Report } from "./execute-plan";
export { type EnvironmentPlanOptions, planEnvironment, planEnvironmentRemoval } from "./plan-environment";
export { checkPlanHolds } from "./plan-holds";
export { awaitName, type Holder, NameHeldError, type Neighbors } from "./neighbors";
export { type ProgressEvent, type ProgressListener } from "./progress";
export { readConfigs } from "./read-configs";
export { type RunOptions } from "./run-control";
export { type EnvironmentSession, openSession } from "./session";
export { type Created, type CreatedHow, type ExistingAlerts } from "./take-over";
export { updateAlert, type Updated } from "./update-alert";
export { verify, waitForPropagation } from "./verify";
