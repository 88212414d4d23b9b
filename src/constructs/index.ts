/** The CDK library: constructs for alerts, on top of the classes that cdktf generates from the provider schema. */
export { Alert, type AlertProps, type IAlert, type IgnorableField } from "./alert";
export {
  AlertConfig,
  AlertLevel,
  EventCategory,
  type EventConfigProps,
  type HostFilters,
  HostType,
  type ThresholdConfigProps,
} from "./alert-config";
export { AlertDefaults, type AlertDefaultsProps } from "./alert-defaults";
export { AlertDuration } from "./alert-duration";
export { AlertPolicy } from "./alert-policy";
export { Destination } from "./destination";
export { Host } from "./host";
export { DisableAll, NamePrefix } from "./aspects";
export { type AlertResource } from "./resources/alert-resource";
export { DeploymentMarker, type DeploymentMarkerProps } from "./deployment-marker";
export { Metric, type MetricName, type QueryMetricPath } from "./metric";
export { Propagation } from "./propagation";
export { DbmonProvider, type DbmonProviderProps } from "./provider";
export { type MatchingQueryDigests, QueryDigest, type QueryFilter } from "./query-digest";
export { RemovedAlert, type RemovedAlertProps } from "./removed-alert";
