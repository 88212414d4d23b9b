/** Decodes MessagePack by type. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { MsgpackReader, type Token } from "./msgpack-reader";
import { type AttributeType, fieldOf, type ObjectType } from "./type";
import { UNKNOWN, sortSetElements, type CtyValue } from "./value";

/** @throws CodecError for bytes that are not a value of the type */
export function decodeMsgpack(bytes: Uint8Array, type: AttributeType): CtyValue {
  const reader = new MsgpackReader(bytes);
  const value = decode(reader, type);
  if (!reader.atEnd) throw new CodecError("Malformed MessagePack: unexpected bytes after the value.");
  return value;
}

function decode(reader: MsgpackReader, type: AttributeType): CtyValue {
  const token = reader.next();
  if (token.kind === "nil") return null;
  if (token.kind === "extension") return UNKNOWN;
  switch (type.kind) {
    case "string":
      return token.kind === "string" ? token.value : typeMismatch(type, token);
    case "boolean":
      return token.kind === "boolean" ? token.value : typeMismatch(type, token);
    case "number":
      return decodeNumber(token) ?? typeMismatch(type, token);
    case "list":
      return decodeElements(reader, expectLength(token, "array", type), type.element);
    case "set":
      return sortSetElements(
        decodeElements(reader, expectLength(token, "array", type), type.element),
        type.element,
      );
    case "map":
      return decodeEntries(reader, expectLength(token, "map", type), () => type.element);
    case "object":
      return decodeObject(reader, expectLength(token, "map", type), type);
  }
}

function decodeNumber(token: Token): Decimal | undefined {
  if (token.kind === "integer") return Decimal.ofBigInt(token.value);
  if (token.kind === "double") return Decimal.ofExactDouble(token.value);
  return token.kind === "string" ? Decimal.parse(token.value) : undefined;
}

function decodeElements(reader: MsgpackReader, length: number, element: AttributeType): CtyValue[] {
  const elements: CtyValue[] = [];
  for (let index = 0; index < length; index++) elements.push(within(index, () => decode(reader, element)));
  return elements;
}

function decodeEntries(
  reader: MsgpackReader,
  length: number,
  typeOf: (name: string) => AttributeType,
): Map<string, CtyValue> {
  const entries = new Map<string, CtyValue>();
  for (let index = 0; index < length; index++) {
    const key = reader.next();
    if (key.kind !== "string") throw new CodecError(`Expected a string key, found ${key.kind}.`);
    if (entries.has(key.value)) throw new CodecError(`The key ${JSON.stringify(key.value)} is not unique.`);
    entries.set(
      key.value,
      within(key.value, () => decode(reader, typeOf(key.value))),
    );
  }
  return entries;
}

function decodeObject(reader: MsgpackReader, length: number, type: ObjectType): Map<string, CtyValue> {
  const typeOf = (name: string): AttributeType => {
    const field = fieldOf(type, name);
    if (field === undefined) throw new CodecError("The object has an attribute that is not in its type.");
    return field;
  };
  const present = decodeEntries(reader, length, typeOf);
  // In the order of the schema, with null for omitted attributes.
  return new Map(Object.keys(type.fields).map((name) => [name, present.get(name) ?? null]));
}

function expectLength(token: Token, kind: "array" | "map", type: AttributeType): number {
  return token.kind === kind ? token.length : typeMismatch(type, token);
}

function typeMismatch(type: AttributeType, token: Token): never {
  throw new CodecError(`Expected a value of type ${type.kind}, found ${token.kind}.`);
}
