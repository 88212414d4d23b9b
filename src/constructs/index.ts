/** The CDK library: constructs for alerts, on top of the classes that cdktf generates from the provider schema. */
export { Alert, type AlertProps, type IAlert, type IgnorableField } from "./alert";
export {
  AlertConfig,
  type EventConfigProps,
  type HostFilters,
  type ThresholdConfigProps,
} from "./alert-config";
export { AlertDefaults, type AlertDefaultsProps } from "./alert-defaults";
export { AlertDuration } from "./alert-duration";
export { AlertLevel } from "./alert-config";
export { AlertPolicy } from "./alert-policy";
export { type AlertResource } from "./resources/alert-resource";
export { DisableAll } from "./aspects/disable-all";
export { NamePrefix } from "./aspects/name-prefix";
export { DeploymentMarker, type DeploymentMarkerProps } from "./deployment-marker";
export { Destination } from "./destination";
export { EventCategory } from "./alert-config";
export { Host } from "./host";
export { HostType } from "./alert-config";
export { Metric, type MetricName, type QueryMetricPath } from "./metric";
export { Propagation } from "./propagation";
export { DbmonProvider, type DbmonProviderProps } from "./provider";
export { type MatchingQueryDigests, QueryDigest, type QueryFilter } from "./query-digest";
export { RemovedAlert, type RemovedAlertProps } from "./removed-alert";
