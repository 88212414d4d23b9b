/** Plans, executes and verifies changes of one environment. Every write goes through this module. */
export { type Creation } from "./adopt-alert";
export { type ApprovalCheck, checkApproval, describeChanges } from "./approval";
export { createAlert } from "./create-alert";
export { createEvent } from "./create-event";
export { deleteAlert, type Deletion } from "./delete-alert";
export { type ComparisonOptions, type Drift, findDrift, watchDrift, type WrittenChange } from "./drift";
export { EnvironmentCatalog } from "./environment-catalog";
export { ForeignAlertError, IncompleteAlertError, NameHeldError } from "./errors";
export { type ChangeResult, executePlan, type ExecutionReport } from "./execute-plan";
export { type Ownership, type PeerCondition, type PeerOutcome, type RemovedAlert } from "./name-registry";
export { type EnvironmentPlanOptions, planEnvironment, planEnvironmentRemoval } from "./plan-environment";
export { type ProgressEvent, type ProgressListener } from "./progress";
export { readConfigs } from "./read-configs";
export { fetchNames, findStaleChanges } from "./saved-plan";
export { type EnvironmentSession, openSession } from "./session";
export { updateAlert, updateOrRenameAlert } from "./update-alert";
export { verify, waitForPropagation } from "./verify";
