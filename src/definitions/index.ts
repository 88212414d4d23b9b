/** Reads definitions of alerts from definitions files (YAML or JSON) and from stacks that cdktf synthesized. */
export { describeFieldProblem, describeValue } from "./field-problems";
export { isTestFile } from "./ignored-files";
export { parseAlert, valueAt } from "./parse-alert";
export { parseDefinitionsFile } from "./parse-definitions-file";
export { parseStack } from "./parse-stack";
export { type Places } from "./parse-yaml";
export { readTextFile } from "./read-file";
export { readYaml } from "./read-yaml";
export { findFiles } from "./find-files";
export { definitionsFileSchema } from "./schema";
export { unknownKeyRemedy } from "./unknown-keys";
export { type Definitions, loadDefinitions } from "./load-definitions";
export { type InvalidAlert } from "./parse-alert";
