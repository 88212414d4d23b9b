/** The configuration file dbmon.yaml: environments of the service, their tokens' variables, and values for definitions. */
export {
  type AuditSettings,
  type Config,
  type Environment,
  type Ownership,
  definitionScopeOf,
  ownershipOf,
  selectEnvironments,
} from "./environment";
export { findInvalidUrls, findUnmatchedPatterns, unusedValues } from "./warnings";
export { connectionSettingsOf, connectionSourceOf, resolveConnectionOf } from "./connection";
export { configSchema, environmentNamePattern } from "./schema";
export { findConfig, findReplacedRules, loadConfig } from "./load-config";
export { parseConfig } from "./parse-config";
