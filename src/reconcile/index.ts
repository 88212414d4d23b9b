/** Compares desired with live alerts and plans the changes. Pure functions: no I/O and no clock. */
export {
  decideAdoption,
  describeAdoption,
  type ExistingAlerts,
  existingAlertsValues,
  isExistingAlerts,
  refuseExistingAlerts,
} from "./adoption";
export { type AlertDefinition, placeOfField, type Reference, withPlaces } from "./alert-definition";
export {
  type Action,
  type AlertVersion,
  callsOf,
  type Change,
  changeOf,
  type ChangeVersions,
  isWriting,
  nameOf,
  versionsOfChange,
  type WritingChange,
} from "./change";
export { checkAgainstLive, findNewAlerts } from "./check-live";
export { applyMute, checkIgnoredMutes, hasMuteEnded, muteProblems } from "./mute";
export {
  compare,
  type Comparison,
  configFields,
  type FieldChange,
  fieldsOf,
  isInSync,
  liveDifferences,
} from "./compare";
export {
  configOf,
  type DesiredAlert,
  keepIgnored,
  type LiveAlert,
  normalize,
  normalizeConfig,
  type PartialLiveAlert,
  settingsOf,
  withLiveSpelling,
} from "./desired-alert";
export { type FieldValue } from "./field-values";
export { contentKey, fingerprintOf } from "./fingerprint";
export { match, matchWithoutRenames } from "./match";
export { duplicateLiveAlerts } from "./match-problems";
export {
  type Catalog,
  type CatalogKey,
  catalogKeyOf,
  catalogKeys,
  idWithName,
  objectKinds,
  type Referable,
  referencesOf,
  truncateName,
} from "./references/object-kinds";
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
} from "./plan";
export {
  parseId,
  ReferenceIndex,
  resolveReference,
  type UnresolvedReference,
} from "./references/reference-index";
export { catalogNeeds, catalogOfDefinitions, resolveReferences } from "./references/resolve-references";
export { interimName } from "./renames";
export { checkDeletions, checkEmptiness, type DeletionLimit } from "./safety";
export { nameHeldByUnsupported, unsupportedKind } from "./unsupported-alerts";
