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
export * from "./alert/finding";
export * from "./alert/mute";
export * from "./alert/rules";
export * from "./alert/scope";
export * from "./alert-option";
export * from "./destination";
export * from "./endpoints";
export * from "./event";
export { type DataType, type Field, type Fields, keysOf } from "./fields";
export * from "./host";
export {
  indentHeader,
  moreHeader,
  moreResults,
  pathParameters,
  payloadQuery,
  payloadQueryHeader,
  searchDescriptions,
} from "./parameters";
export * from "./query-digest";
export * from "./query-id";
export * from "./query-sample";
export { MalformedResponseError, readList } from "./response-parsing";
export * from "./text";
export * from "./time-span";
export * from "./timestamp";
export { type AlertLevel, alertLevels, knownHostTypes, maxQueryDigests } from "./vocabulary";
