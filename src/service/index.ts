/** The service's objects and API, by the names of its specification. */
export * from "./alert/alert";
export * from "./alert/attributes";
export * from "./alert/config";
export {
  alertDescriptions,
  conditionFields,
  durationDescription,
  fieldsOfKind,
  namesOrIds,
  scopeFields,
  settingsFields,
} from "./alert/fields";
export { isKnownMetric, suggestMetricName } from "./alert/metric-names";
export { findMisspelledNames } from "./alert/misspelled-names";
export * from "./alert/mute";
export * from "./alert/rules";
export * from "./alert/runbooks";
export * from "./alert/selectors";
export * from "./alert-option";
export * from "./destination";
export * from "./endpoints";
export * from "./event";
export { type DataType, type Field, type Fields, keysOf, MalformedResponseError, readList } from "./fields";
export * from "./host";
export * from "./queries";
export * from "./query-id";
export * from "./text";
export * from "./timestamp";
export { type AlertLevel, alertLevels, knownHostTypes, maxQueryDigests } from "./vocabulary";
