/** Desired against live: pure functions, no I/O and no clock. */
export { callsOf, type WritingCall } from "./calls";
export { compare, type Comparison, type FieldChange, type FieldValue, isInSync, isSameLive } from "./compare";
export {
  type AlertDefinition,
  type Catalog,
  catalogNeeds,
  findReferred,
  nouns,
  placed,
  type Referable,
  type Reference,
  type Resolution,
  resolveReferences,
  whereOf,
} from "./definition";
export { checkAgainstLive } from "./check-live";
export { configOf, type DesiredAlert, kindOf, type LiveAlert, normalize, settingsOf } from "./desired-alert";
export { fingerprintOf } from "./fingerprint";
export { interimName } from "./interim-name";
export { twoLive } from "./match-problems";
export { namesIn, namesInFields } from "./names-in-plan";
export {
  type Action,
  alertsToRead,
  alertsToRemove,
  asPlan,
  type Change,
  type ExecutablePlan,
  isWriting,
  nameOf,
  plan,
  type Plan,
  type PlanOptions,
  planRemoval,
  type RefusedPlan,
  type WritingChange,
} from "./plan";
export { type PlanOrigin, readPlan, writeField, writeNames, writePlan } from "./plan-document";
export { type ChangeDocument, type FieldDocument, type PlanDocument, planForms } from "./plan-form";
export { namedKindOf, type ReferredNames } from "./referred-names";
export {
  alertsThatMayCover,
  checkCoverage,
  checkDeletions,
  checkEmptiness,
  defaultDeletionLimit,
  type DeletionLimit,
} from "./safety";
export { isKnown, isOfUnknownKind, isUnsupported, nameHeldByUnsupported } from "./unsupported-alerts";
