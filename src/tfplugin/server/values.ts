/** Converts values, private state and identities from and to protocol messages. */
import { decodeJson, type JsonValue } from "../cty/json";
import { decodeMsgpack, encodeMsgpack } from "../cty/msgpack";
import { type AttributeType, CodecError, type CtyObject, type CtyValue, isObject } from "../cty/value";
import { DiagnosticsError, type HandlerContext } from "../diagnostics";
import { type DynamicValue, type ResourceIdentityData } from "../protocol/generated/tfplugin6";
import { type IdentityDefinition, type Resource } from "../resource";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { withDefaults } from "./propose";
import { addException } from "./respond";

/** Terraform sends MessagePack. The protocol also permits JSON. @throws CodecError */
export function readValue(message: DynamicValue | undefined, type: AttributeType): CtyValue {
  if (message === undefined) return null;
  if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
  return message.json.length > 0 ? decodeJson(message.json.toString("utf8"), type) : null;
}

/** Reads the value of a resource, a data source or a provider: an object or null. @throws CodecError */
export function readObject(message: DynamicValue | undefined, { attributeType }: Schema): CtyObject | null {
  const value = readValue(message, attributeType);
  if (value === null || isObject(value)) return value;
  throw new CodecError("Expected an object.");
}

/** Reads a configuration, with defaults filled in. @throws CodecError */
export function readArguments(message: DynamicValue | undefined, schema: Schema): CtyObject {
  return withDefaults(schema, readObject(message, schema) ?? {});
}

/** An unchanged value is encoded too: Terraform sends numbers with another precision than it expects. */
export function writeValue(value: CtyValue): DynamicValue {
  return { msgpack: encodeMsgpack(value), json: noBytes };
}

const noBytes = Buffer.alloc(0);

/** Returns undefined for bytes that this framework did not write. */
export function readPrivate(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8")) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns the previous bytes if the handler did not set private state. */
export function writePrivate(value: JsonValue | undefined, previous: Buffer): Buffer {
  return value === undefined ? previous : Buffer.from(JSON.stringify(value), "utf8");
}

/** Undefined without an identity schema. An exception becomes a diagnostic, because the caller must not lose the state. */
export function identityOf(
  { typeName, schema, identity }: Resource,
  state: CtyValue,
  { diagnostics, log }: HandlerContext,
): ResourceIdentityData | undefined {
  if (identity === undefined || !isObject(state)) return undefined;
  try {
    return writeIdentity(identity.of(toValues(state, schema)), identity);
  } catch (error) {
    addException(error, `Identifying ${typeName}`, diagnostics, log);
    return undefined;
  }
}

export type Identity = IdentityDefinition<Schema, Schema>;

export function writeIdentity(values: unknown, { schema }: Identity): ResourceIdentityData {
  return { identityData: writeValue(fromHandlerValue(values, schema.attributeType)) };
}

/** @throws DiagnosticsError for a resource without an identity */
export function requireIdentity({ typeName, identity }: Resource): Identity {
  if (identity !== undefined) return identity;
  throw new DiagnosticsError({ summary: `${typeName} has no identity` });
}
