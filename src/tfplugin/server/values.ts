/** Converts values and private state from and to protocol messages. */
import { CodecError } from "../cty/codec-error";
import { decodeJson, decodeMsgpack } from "../cty/decode";
import { encodeMsgpack } from "../cty/msgpack-encode";
import { type AttributeType } from "../cty/type";
import { isObject, type CtyObject, type CtyValue } from "../cty/value";
import { type JsonValue } from "../cty/json-exact";
import { withDefaults } from "../plan/propose";
import { type DynamicValue } from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { type Entry } from "./instance";

/** Terraform sends MessagePack. The protocol also permits JSON. @throws CodecError */
export function readValue(message: DynamicValue | undefined, type: AttributeType): CtyValue {
  if (message === undefined) return null;
  if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
  return message.json.length > 0 ? decodeJson(message.json.toString("utf8"), type) : null;
}

/** Reads the value of a resource, a data source or a provider: an object or null. @throws CodecError */
export function readObject(message: DynamicValue | undefined, type: AttributeType): CtyObject | null {
  const value = readValue(message, type);
  if (value === null || isObject(value)) return value;
  throw new CodecError("Expected an object.");
}

/** Reads a configuration, with defaults filled in. @throws CodecError */
export function readArguments(
  message: DynamicValue | undefined,
  { definition, attributeType }: Entry<{ readonly schema: Schema }>,
): CtyObject {
  return withDefaults(definition.schema.attributes, readObject(message, attributeType) ?? new Map());
}

export function writeValue(value: CtyValue): DynamicValue {
  return { msgpack: encodeMsgpack(value), json: Buffer.alloc(0) };
}

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
