/** One environment: its live alerts, exactly-once writes, plans and their execution. */
export { type CreatedHow, type Creation, type ExistingAlerts } from "./adopt-alert";
export { type ApprovalCheck, checkApproval } from "./approval";
export { createAlert, type CreateOptions } from "./create-alert";
export { createEvent } from "./create-event";
export { deleteAlert, type Deletion } from "./delete-alert";
export {
  type AlertDrift,
  type ComparisonOptions,
  type Drift,
  type DriftOptions,
  findDrift,
  watchDrift,
  type WatchOptions,
  type WrittenChange,
} from "./drift";
export { EnvironmentCatalog } from "./environment-catalog";
export { ForeignAlertError, IncompleteAlertError, NameHeldError } from "./errors";
export { type ChangeResult, executePlan, type ExecutionOptions, type Report } from "./execute-plan";
export { type PeerCondition, type RemovedAlert, type WaitForPeers } from "./name-registry";
export { type EnvironmentPlanOptions, planEnvironment, planEnvironmentRemoval } from "./plan-environment";
export { type ProgressEvent, type ProgressListener } from "./progress";
export { readConfigs } from "./read-configs";
export { findStaleChanges } from "./saved-plan";
export { type EnvironmentSession, openSession, type SessionOptions } from "./session";
export { updateAlert, type UpdatedParts, updateOrRenameAlert } from "./update-alert";
export { verify, waitForPropagation } from "./verify";
