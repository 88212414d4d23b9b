/** Reads definitions of alerts from definitions files (YAML or JSON) and from stacks that cdktf synthesized. */
export { describeFieldProblem, describeValue } from "./field-problems";
export { type Definitions, type InvalidAlert, parseAlert, type TerraformPlan } from "./parse-alert";
export { type DefinitionsFile, parseDefinitionsFile, readDefinitionsFile } from "./parse-definitions-file";
export { type CdkLibrary, constructsOf, defaultCdkLibrary, parseStack } from "./terraform/parse-stack";
export { type ParsedMapping, type ParsedYaml, parseMapping, parseYaml, type Places } from "./yaml/parse-yaml";
export {
  checkEnvironmentPattern,
  type DefinedValue,
  type DefinitionScope,
  includesEnvironment,
  noEnvironments,
  type ValueScalar,
} from "./scope";
export { expandDocument } from "./expand-document";
export { normalizeText, readTextFile } from "./read-file";
export { editDefinitions, type EditedFile } from "./edit/edit-definitions";
export { type AlertEdit, type AttributeEdit, type LiveValue } from "./edit/alert-plan";
export { applyEditsToFile } from "./edit/text-edits";
export { configFileName, findFiles, isTestFile } from "./find-files";
export { definitionsFileSchema, definitionsJsonSchema } from "./schema";
export { problemsOfIssue, unknownKeyRemedy } from "./schema-problems";
export {
  type DefinitionSources,
  loadDefinitions,
  readSources,
  resolveDefinitions,
  valueNamesOf,
} from "./load-definitions";
export { isTerraformFile } from "./terraform/json";
export { readStateIds } from "./terraform/state";
export {
  environmentValueName,
  escapeValues,
  invalidExpression,
  isTemplate,
  parseTemplate,
  type TemplatePart,
  valueNamePattern,
  valueNamesIn,
} from "./expand-text";
export { formatDefinitions, type FormattedDefinition } from "./format-definitions";
export { formatDocument, formatScalar } from "./yaml/format-yaml";
