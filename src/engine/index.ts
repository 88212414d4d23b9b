/** Plans, executes and verifies changes of one environment. Every write goes through this module. */
export { type ApprovalCheck, checkApproval, describeChanges } from "./alerts/approval";
export { createAlert, type Creation, ExistingAlertError, IncompleteAlertError } from "./alerts/create-alert";
export { deleteAlert, renameAlert, updateAlert } from "./alerts/write-alert";
export { type ChangeResult, executePlan, type ExecutionReport } from "./apply/execute-plan";
export { findStaleChanges } from "./apply/stale-changes";
export { propagationEnd, verify, waitForPropagation } from "./apply/verify";
export { createEvent } from "./create-event";
export { type EnvironmentObjects } from "./live/environment-catalog";
export { readConfigs } from "./live/read-configs";
export { type LookupReason, type ProgressEvent, type ProgressListener, type RunControl } from "./run-control";
export { type EnvironmentSession, openSession } from "./session";
export * from "./temporary/temporary-alerts";
