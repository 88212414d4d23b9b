/** Compares desired with live alerts and plans the changes. Pure functions: no I/O and no clock. */
export * from "./adoption";
export * from "./alert-definition";
export * from "./catalog";
export * from "./plan";
export * from "./check-live";
export * from "./compare";
export * from "./deletion-limit";
export * from "./desired-alert";
export { type FieldValue } from "./field-values";
export { contentKey, fingerprintOf } from "./fingerprint";
export { match, type Matching, matchWithoutRenames } from "./match";
export { duplicateLiveAlerts } from "./name-table";
export * from "./reference-index";
export * from "./resolve-references";
export { findRenameCycles } from "./renames";
export { formatTags, isHostPattern, selectsHosts, tagSeparators } from "./host-selection";
export * from "./select-hosts";
export { nameHeldByUnsupported, unsupportedKind } from "./unsupported-alerts";
