/** Values and private state between messages and the framework. */
import { CodecError } from "../cty/codec-error";
import { decodeJson } from "../cty/json-decode";
import { decodeMsgpack } from "../cty/msgpack-decode";
import { encodeMsgpack } from "../cty/msgpack-encode";
import { type CtyType } from "../cty/type";
import { isObject, type CtyObject, type CtyValue } from "../cty/value";
import { type JsonValue } from "../json";
import { type DynamicValue } from "../protocol/generated/tfplugin6";

/** Throws CodecError. Terraform sends MessagePack; the protocol allows JSON as well. */
export function readValue(message: DynamicValue | undefined, type: CtyType): CtyValue {
  if (message === undefined) return null;
  if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
  return message.json.length > 0 ? decodeJson(message.json.toString("utf8"), type) : null;
}

/** An object or null: what a resource, a data source or a provider as a whole is. */
export function readObject(message: DynamicValue | undefined, type: CtyType): CtyObject | null {
  const value = readValue(message, type);
  if (value === null || isObject(value)) return value;
  throw new CodecError("Expected an object.");
}

export function writeValue(value: CtyValue, type: CtyType): DynamicValue {
  return { msgpack: encodeMsgpack(value, type), json: Buffer.alloc(0) };
}

/** What this framework did not write is no private state of ours: undefined. */
export function readPrivate(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8")) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The new private state, or the bytes that were there before when the handler has set none. */
export function writePrivate(value: JsonValue | undefined, before: Buffer): Buffer {
  return value === undefined ? before : Buffer.from(JSON.stringify(value), "utf8");
}
