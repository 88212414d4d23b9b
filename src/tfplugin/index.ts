/** A framework for Terraform providers in TypeScript. */
export { isSameJson, type JsonValue } from "./cty/json";
export { ifKnown, isUnknown, isWhollyKnown, UNKNOWN, type Unknown } from "./cty/value";
export * from "./diagnostics";
export { serveForReattach } from "./process/reattach";
export { serve } from "./process/serve";
export * from "./provider";
export * from "./resource";
export {
  type Attribute,
  attribute,
  type Attributes,
  type Schema,
  schema,
  t,
  type ValueType,
} from "./schema/schema";
export * from "./schema/views";
