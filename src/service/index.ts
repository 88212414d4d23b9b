/** The service's objects and API, by the names of its specification. */
export {
  type Alert,
  alertCreation,
  type AlertCreation,
  type AlertKind,
  type AlertSettings,
  alertWire,
  type AlertWire,
  isSupported,
  isUnsupported,
  kindOfType,
  type ListedAlert,
  readAlert,
  readCreatedAlert,
  readListedAlert,
  type UnsupportedAlert,
  typeOfKind,
  formatAlertType,
  writeAlert,
  writeAlertCreation,
} from "./alert/alert";
export {
  alertAttributes,
  attributesOf,
  type ConditionAttributes,
  conditionOf,
  type IgnorableAttribute,
  ignorableAttributes,
} from "./alert/attributes";
export {
  type AlertCondition,
  type AlertConfig,
  alertConfigWire,
  type AlertConfigWire,
  type EventCondition,
  eventConfigWire,
  isAlertConfig,
  type LiveAlertConfig,
  readAlertConfig,
  type ThresholdCondition,
  thresholdConfigWire,
  writeAlertConfig,
} from "./alert/config";
export {
  alertDescriptions,
  conditionFields,
  fieldsOfKind,
  scopeFields,
  settingsFields,
} from "./alert/fields";
export { type DataType, type Field, type Fields, keysOf } from "./fields";
export { type AlertLevel, alertLevels } from "./vocabulary";
export {
  type AlertDuration,
  alertDurationFields,
  alertDurationWire,
  type AlertOption,
  type AlertPolicy,
  alertPolicyFields,
  alertPolicyWire,
  integrationFields,
  integrationWire,
  readAlertDuration,
  readAlertOption,
  readAlertPolicy,
} from "./alert-option";
export {
  type Destination,
  destinationFields,
  destinationWire,
  type DestinationWire,
  readDestination,
} from "./destination";
export { type AlertFinding } from "./alert/finding";
export { checkAlert, type PartialAlert } from "./alert/rules";
export {
  allHosts,
  type AlertScope,
  hostsOfTypes,
  includesAllHosts,
  isInScope,
  scopeOf,
  typesInScope,
} from "./alert/scope";
export { apiPrefix, type Endpoint, endpoints, errorResponseWire, type Method, pathOf } from "./endpoints";
export {
  eventCreation,
  type EventCreation,
  eventDescriptions,
  eventFields,
  eventWire,
  type EventWire,
  type NewEvent,
  readCreatedUuid,
  readEvent,
  type ServiceEvent,
  writeEventCreation,
} from "./event";
export { type Host, hostFields, hostWire, type HostWire, readHost } from "./host";
export {
  indentHeader,
  moreHeader,
  moreResults,
  pathParameters,
  payloadQuery,
  payloadQueryHeader,
  searchDescriptions,
} from "./parameters";
export {
  type QueryDigest,
  queryDigestFields,
  queryDigestWire,
  type QueryDigestWire,
  queryTagFields,
  queryTagWire,
  type QueryTagWire,
  readQueryDigest,
} from "./query-digest";
export {
  isDecimalQueryId,
  isMetricPath,
  isQueryId,
  queryIdOfMetric,
  queryIdToDecimal,
  queryIdToHex,
  queryMetric,
} from "./query-id";
export { maxQueryDigests } from "./vocabulary";
export {
  type QuerySample,
  querySampleFields,
  querySampleWire,
  type QuerySampleWire,
  readQuerySample,
} from "./query-sample";
export { MalformedResponseError, readList } from "./response-parsing";
export { formatTimeSpan, parseTimeSpan } from "./time-span";
export { formatTimestamp, parseTimestamp, timestampRemedy } from "./timestamp";
export {
  checkMute,
  describeMute,
  formatMuteEnd,
  isMuted,
  muteDescription,
  type PartialMute,
} from "./alert/mute";
export { explainForms, includesText, indexByName, isSameText, TextMap } from "./text";
