/** Problems, hints, secrets and what they are told with: what every other room says when something is wrong. */
export {
  formatField,
  formatPlace,
  formatProblem,
  isError,
  type FieldStep,
  type Place,
  type Problem,
  ProblemError,
  quote,
  type Severity,
} from "./problem";
export { hintForName, nearNames } from "./near-name";
export { Secret } from "./secret";
export { shortened } from "./shortened";
export { holdsExpression, unescaped } from "./template-text";
