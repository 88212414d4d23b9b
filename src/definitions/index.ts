/** Reads definitions of alerts from definitions files (YAML or JSON) and from stacks that cdktf synthesized. */
export { describeFieldProblem, describeValue } from "./field-problems";
export { type Definitions, type InvalidAlert, parseAlert, type TerraformPlan } from "./parse-alert";
export {
  type DefinitionsFile,
  isDocumentOfDbmon,
  isJson,
  parseAlerts,
  parseDefinitionsFile,
  readDefinitionsFile,
} from "./parse-definitions-file";
export { type CdkLibrary, constructsOf, defaultCdkLibrary, parseStack } from "./terraform/parse-stack";
export { type ParsedMapping, type ParsedYaml, parseMapping, parseYaml, type Places } from "./yaml/parse-yaml";
export {
  entriesOf,
  type MappingNode,
  type ScalarNode,
  type SequenceNode,
  type Slot,
  type SourceNode,
  resolveAlias,
} from "./yaml/tree";
export {
  checkEnvironmentPattern,
  type DefinedValue,
  type DefinitionScope,
  includesEnvironment,
  isEnvironment,
  noEnvironments,
  type ScalarInFile,
} from "./scope";
export { expandDocument } from "./expand-document";
export { normalizeText, readTextFile } from "./read-file";
export { configFileName, findFiles, isTestFile, misnamedConfig, misnamedConfigs } from "./find-files";
export {
  resolvedAlertSchema,
  definitionsFileSchema,
  definitionsJsonSchema,
  partialAlertSchema,
} from "./schema";
export { allowedKeys, problemsOfIssue, unknownKeyRemedy } from "./schema-problems";
export {
  type DefinitionSources,
  loadDefinitions,
  readDefinitionSources,
  resolveDefinitions,
  valueNamesOf,
  misspelledNameProblems,
} from "./load-definitions";
export { isTerraformFile } from "./terraform/json";
export { readStateIds } from "./terraform/state";
export {
  environmentValueName,
  escapeValues,
  expandText,
  ExpansionBudget,
  invalidExpression,
  isTemplate,
  parseTemplate,
  type TemplatePart,
  valueNamePattern,
  valueNamesIn,
} from "./expand-text";
export { formatDefinitions, type FormattedDefinition } from "./format-definitions";
export {
  formatScalar,
  mapOf,
  multiLine,
  quoteScalar,
  sequenceOf,
  singleLine,
  type YamlValue,
} from "./yaml/format-yaml";
