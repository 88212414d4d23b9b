/** Decodes values by type: MessagePack, and the JSON of stored states and of the alternative encoding in the protocol. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { parseExactJson } from "./json-exact";
import { readMsgpack } from "./msgpack-read";
import { type AttributeType, fieldOf } from "./type";
import { type CtyObject, type CtyValue, isArray, isObject, sortSetElements, UNKNOWN } from "./value";

/** Sets missing attributes to null. @throws CodecError for bytes that are not a value of the type */
export function decodeMsgpack(bytes: Uint8Array, type: AttributeType): CtyValue {
  return conform(readMsgpack(bytes), type, false);
}

/** Drops attributes that the type does not have, and sets missing ones to null. Reads a number as a string. @throws CodecError */
export function decodeJson(text: string, type: AttributeType): CtyValue {
  return conform(parseExactJson(text), type, true);
}

function conform(value: CtyValue, type: AttributeType, isStored: boolean): CtyValue {
  if (value === null || value === UNKNOWN) return value;
  const convert = (step: string | number, part: CtyValue, partType: AttributeType) =>
    within(step, () => conform(part, partType, isStored));
  switch (type.kind) {
    case "string":
      // An earlier version of the provider may have stored a number.
      if (isStored && value instanceof Decimal) return value.text;
      return typeof value === "string" ? value : typeMismatch(type, value);
    case "boolean":
      return typeof value === "boolean" ? value : typeMismatch(type, value);
    case "number":
      return numberFrom(value) ?? typeMismatch(type, value);
    case "list":
    case "set": {
      if (!isArray(value)) return typeMismatch(type, value);
      const elements = value.map((element, index) => convert(index, element, type.element));
      return type.kind === "set" ? sortSetElements(elements, type.element) : elements;
    }
    case "map":
      return new Map(
        [...membersOf(value, type)].map(([key, part]) => [key, convert(key, part, type.element)]),
      );
    case "object": {
      const members = membersOf(value, type);
      if (!isStored && [...members.keys()].some((name) => fieldOf(type, name) === undefined))
        throw new CodecError("The object has an attribute that is not in its type.");
      return new Map(
        Object.entries(type.fields).map(([name, field]) => [
          name,
          convert(name, members.get(name) ?? null, field),
        ]),
      );
    }
  }
}

/** Terraform writes long numbers as strings. */
function numberFrom(value: CtyValue): Decimal | undefined {
  if (value instanceof Decimal) return value;
  return typeof value === "string" ? Decimal.parse(value) : undefined;
}

function membersOf(value: CtyValue, type: AttributeType): CtyObject {
  return isObject(value) ? value : typeMismatch(type, value);
}

function typeMismatch(type: AttributeType, value: CtyValue): never {
  const found = value instanceof Decimal ? "number" : isArray(value) ? "array" : typeof value;
  throw new CodecError(`Expected a value of type ${type.kind}, found ${found}.`);
}
