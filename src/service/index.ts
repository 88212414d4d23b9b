/** The service's nouns and its interface, in the words of its specification. */
export {
  type Alert,
  alertCreation,
  type AlertCreation,
  alertDescriptions,
  type AlertKind,
  type AlertSettings,
  alertWire,
  type AlertWire,
  kindOfType,
  readAlert,
  readCreatedAlert,
  typeOfKind,
  writeAlert,
  writeAlertCreation,
} from "./alert";
export {
  type AlertCondition,
  type AlertConfig,
  alertConfigDescriptions,
  alertConfigWire,
  type AlertConfigWire,
  type AlertLevel,
  alertLevels,
  type EventCondition,
  eventConfigWire,
  fieldsOfKind,
  holdsAlertConfig,
  type LiveAlertConfig,
  readAlertConfig,
  type ThresholdCondition,
  thresholdConfigWire,
  writeAlertConfig,
} from "./alert-config";
export {
  type AlertDuration,
  alertDurationWire,
  type AlertOption,
  alertOptionDescriptions,
  alertPolicyWire,
  integrationWire,
  readAlertDuration,
  readAlertOption,
} from "./alert-option";
export {
  type Destination,
  destinationDescriptions,
  destinationWire,
  type DestinationWire,
  readDestination,
} from "./destination";
export {
  apiPrefix,
  type Endpoint,
  endpoints,
  maximumDigests,
  type Method,
  moreHeader,
  pathOf,
  payloadQueryHeader,
} from "./endpoints";
export { eventCreation, type EventCreation, eventDescriptions, eventWire, type EventWire } from "./event";
export { type Host, hostWire, type HostWire, readHost } from "./host";
export {
  isDecimalQueryId,
  queryDigestDescriptions,
  queryDigestWire,
  type QueryDigestWire,
  queryIdToDecimal,
  queryIdToHex,
  queryTagWire,
  type QueryTagWire,
} from "./query-digest";
export { decimalQueryId, querySampleWire, type QuerySampleWire } from "./query-sample";
export { MalformedAnswer, readList } from "./reading";
