/** Reads definitions of alerts from definitions files (YAML or JSON) and from stacks that cdktf synthesized. */
export { describeFieldProblem, describeValue } from "./field-problems";
export { parseAlert } from "./parse-alert";
export { parseDefinitionsFile } from "./parse-definitions-file";
export { parseStack } from "./terraform/parse-stack";
export { type CdkLibrary, constructsOf, defaultCdkLibrary } from "./terraform/cdk-library";
export { type ParsedMapping, parseMapping } from "./parse-mapping";
export { type ParsedYaml, parseYaml, type Places } from "./yaml/parse-yaml";
export { checkEnvironmentPattern, includesEnvironment } from "./environment-list";
export { expandDocument } from "./expand-document";
export { normalizeText, readTextFile } from "./read-file";
export { type DefinitionsFile, readDefinitionsFile } from "./parse-definitions-file";
export {
  type AcceptOptions,
  editDefinitions,
  type EditedFile,
  type EditResult,
} from "./edit/edit-definitions";
export { type AlertEdit, type AttributeEdit, type LiveValue } from "./edit/alert-plan";
export { applyEditsToFile } from "./edit/text-edits";
export { configFileName, findFiles, isTestFile } from "./find-files";
export { definitionsFileSchema, definitionsJsonSchema } from "./schema";
export { problemsOfIssue } from "./schema-problems";
export { unknownKeyRemedy } from "./unknown-keys";
export {
  type DefinitionSources,
  loadDefinitions,
  readSources,
  resolveDefinitions,
  valueNamesOf,
} from "./load-definitions";
export { isTerraformFile } from "./terraform/json";
export { readStateIds } from "./terraform/state";
export { environmentValueName, escapeValues, invalidExpression, valueNamesIn } from "./expand-text";
export { type DefinedValue, type DefinitionScope, noEnvironments, type ValueScalar } from "./scope";
export { isTemplate, parseTemplate, type TemplatePart, valueNamePattern } from "./expand-text";
export { type Definitions, type InvalidAlert, type TerraformPlan } from "./parse-alert";
export { formatDefinitions, type FormattedDefinition } from "./format-definitions";
export { formatDocument, formatScalar } from "./yaml/format-yaml";
