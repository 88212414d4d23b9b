/** A framework for Terraform providers in TypeScript. */
export {
  attribute,
  type Attribute,
  type Attributes,
  type AttributeOptions,
  type Validator,
} from "./schema/attribute";
export { t, type ValueType } from "./schema/value-type";
export { schema, type Schema } from "./schema/schema";
export {
  type ArgumentsOf,
  type ConfigOf,
  type DraftArgumentsOf,
  type KnownConfigOf,
  type PlannedOf,
  type ProposedOf,
  type StateOf,
} from "./schema/views";
export { UNKNOWN, isUnknown, isWhollyKnown, type Unknown } from "./cty/value";
export {
  Diagnostics,
  DiagnosticsError,
  type Diagnostic,
  type Path,
  type Problem,
  toDiagnostic,
} from "./diagnostics";
export { isSameJson, type JsonValue } from "./cty/json-exact";
export { type Log, type LogLevel } from "./author/handler-context";
export {
  resource,
  type CreateRequest,
  type DeleteRequest,
  type ImportRequest,
  type ImportTarget,
  type DefaultsRequest,
  type IdentityDefinition,
  type PlanChanges,
  type PlanRequest,
  type Private,
  type ReadRequest,
  type Resource,
  type ResourceDefinition,
  type Stored,
  type UpdateRequest,
} from "./author/resource";
export { list, type List, type ListDefinition, type ListedObject, type ListRequest } from "./author/list";
export {
  action,
  type Action,
  type ActionDefinition,
  type ActionPlanRequest,
  type InvokeRequest,
} from "./author/action";
export { dataSource, type DataSource, type DataSourceDefinition } from "./author/data-source";
export { provider, type ConfigureRequest, type Provider, type ProviderDefinition } from "./author/provider";
export { FunctionError, providerFunction, type ProviderFunction } from "./author/provider-function";
export { serve, type LazyProvider } from "./process/serve";
export { serveForReattach, type ReattachOptions } from "./process/reattach";
export { type Host } from "./process/host";
