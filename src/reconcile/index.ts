/** Compares desired with live alerts and plans the changes. Pure functions: no I/O and no clock. */
export { type AlertDefinition, placeOfField, type Reference, withPlaces } from "./alert-definition";
export {
  type Action,
  callsOf,
  type Change,
  isWriting,
  nameOf,
  type WritingCall,
  type WritingChange,
} from "./change";
export { checkAgainstLive } from "./check-live";
export {
  compare,
  type Comparison,
  type FieldChange,
  type FieldValue,
  isInSync,
  liveDifferences,
} from "./compare";
export { configOf, type DesiredAlert, kindOf, type LiveAlert, normalize, settingsOf } from "./desired-alert";
export { fingerprintOf } from "./fingerprint";
export { match, type Matching, matchWithoutRenames } from "./match";
export { duplicateLiveAlerts } from "./match-problems";
export { type Catalog, catalogKeyOf, type ObjectKind, objectKinds, type Referable } from "./object-kinds";
export { namesInCatalog, namesInFields, type ObjectNames } from "./object-names";
export {
  alertsToRead,
  asPlan,
  type ExecutablePlan,
  plan,
  type Plan,
  type PlanContents,
  type PlanOptions,
  planRemoval,
  type PlanSelection,
  type RefusedPlan,
} from "./plan";
export { type PlanOrigin, readPlan, writeField, writeNames, writePlan } from "./plan-document";
export { type ChangeDocument, type FieldDocument, type PlanDocument, planSchemas } from "./plan-schema";
export {
  catalogNeeds,
  type Resolution,
  resolveReference,
  resolveReferences,
  type UnresolvedReference,
} from "./references";
export { interimName } from "./renames";
export {
  alertsToReadForCoverage,
  checkCoverage,
  checkDeletions,
  checkEmptiness,
  defaultDeletionLimit,
  type DeletionLimit,
} from "./safety";
export { nameHeldByUnsupported, unsupportedKind } from "./unsupported-alerts";
