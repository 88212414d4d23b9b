/** Problems (what, where, remedy), near-name hints, secrets, and text that is safe to print. */
export {
  errorCode,
  errorMessage,
  formatEnvironments,
  formatField,
  formatPlace,
  formatProblem,
  formatProblemPlace,
  isError,
  type FieldStep,
  type Place,
  type Problem,
  ProblemError,
  type Severity,
} from "./problem";
export { countLeading, getOrAdd, groupBy, isMapping, omitUndefined, setKey, valueAt } from "./collections";
export { isPattern, nameMatcher } from "./glob";
export { didYouMean, findMisspelled, hintForFewNames, hintForName, nearNames } from "./near-names";
export { isCodeHostToken, Secret } from "./secret";
export {
  escapeHidden,
  hasHidden,
  quote,
  quoteUnusual,
  shortEscape,
  toSafeJson,
  toSafeLine,
  toSafeLines,
} from "./untrusted-text";
export {
  compareTexts,
  hasLoneSurrogate,
  hasTemplateExpression,
  toNfc,
  truncate,
  unescapeTemplate,
} from "./text";
