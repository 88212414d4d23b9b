/** Reads and writes one environment: the session, the units of write, the plan and its execution. */
export {
  createAlert,
  type Created,
  type CreatedHow,
  type ExistingAlerts,
  ForeignAlertError,
  HalfMadeAlertError,
} from "./create-alert";
export { createEvent } from "./create-event";
export { deleteAlert, type Deleted } from "./delete-alert";
export { EnvironmentCatalogue } from "./environment-catalogue";
export { type ChangeResult, executePlan, type ExecutionOptions, type Report } from "./execute-plan";
export {
  type EnvironmentPlanOptions,
  planEnvironment,
  planEnvironmentRemoval,
  readLive,
} from "./plan-environment";
export { type ProgressEvent, type ProgressListener } from "./progress";
export { defaultPropagationWindow, EnvironmentSession, type SessionOptions } from "./session";
export { updateAlert, type Updated } from "./update-alert";
export { verify, waitForPropagation } from "./verify";
