/** A framework for Terraform providers in TypeScript. */
export {
  attribute,
  schema,
  t,
  type Attribute,
  type Attributes,
  type Schema,
  type ValueType,
} from "./schema/schema";
export {
  type ArgumentsOf,
  type ConfigOf,
  type KnownConfigOf,
  type PlannedOf,
  type ProposedOf,
  type StateOf,
} from "./schema/views";
export { ifKnown, isUnknown, isWhollyKnown, UNKNOWN, type Unknown } from "./cty/value";
export { isSameJson, type JsonValue } from "./cty/decode";
export {
  Diagnostics,
  DiagnosticsError,
  toDiagnostic,
  type Diagnostic,
  type Log,
  type Problem,
} from "./diagnostics";
export {
  type CreateRequest,
  type DefaultsRequest,
  type DeleteRequest,
  type IdentityDefinition,
  type ImportRequest,
  type ImportTarget,
  type PlanChanges,
  type PlanRequest,
  type Private,
  type ReadRequest,
  type Resource,
  type ResourceDefinition,
  type Stored,
  type UpdateRequest,
} from "./resource";
export { definitions, FunctionError, providerFunction, type DataSource, type ListedObject } from "./provider";
export { serve } from "./process/serve";
export { serveForReattach } from "./process/reattach";
