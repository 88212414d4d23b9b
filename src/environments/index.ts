/** The configuration file dbmon.yaml: environments of the service, their tokens' variables, and values for definitions. */
export { type Config, type Environment } from "./environment";
export { checkForDuplicates } from "./duplicates";
export { hasApiToken, resolveEnvironmentConnection, settingsOf } from "./connection";
export { configSchema, environmentNamePattern } from "./schema";
export { findConfig, loadConfig } from "./load-config";
export { parseConfig } from "./parse-config";
export { scopeOf } from "./scope";
export { selectEnvironments } from "./select";
export { unusedValues } from "./unused-values";
