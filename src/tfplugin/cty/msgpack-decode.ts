/** Decodes MessagePack by type. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { MsgpackReader, type Token } from "./msgpack-reader";
import { typeFromJson, type CtyType } from "./type";
import { UNKNOWN } from "./unknown";
import { DynamicallyTyped, sortSetElements, type CtyValue } from "./value";

/** Dynamically typed values can be nested. The limit protects the stack against hostile values. */
const maxDynamicDepth = 16;

/** @throws CodecError for bytes that are not a value of the type */
export function decodeMsgpack(bytes: Uint8Array, type: CtyType): CtyValue {
  const reader = new MsgpackReader(bytes);
  const value = decode(reader, type, 0);
  if (!reader.atEnd) throw new CodecError("Malformed MessagePack: unexpected bytes after the value.");
  return value;
}

function decode(reader: MsgpackReader, type: CtyType, dynamicDepth: number): CtyValue {
  const token = reader.next();
  if (token.kind === "nil") return null;
  if (token.kind === "extension") return UNKNOWN;
  switch (type.kind) {
    case "string":
      return token.kind === "string" ? token.value : typeMismatch(type, token);
    case "bool":
      return token.kind === "boolean" ? token.value : typeMismatch(type, token);
    case "number":
      return decodeNumber(token) ?? typeMismatch(type, token);
    case "list":
    case "set": {
      const { element } = type;
      const elements = decodeElements(
        reader,
        expectLength(token, "array", type),
        () => element,
        dynamicDepth,
      );
      return type.kind === "set" ? sortSetElements(elements, element) : elements;
    }
    case "tuple":
      return decodeTuple(reader, expectLength(token, "array", type), type.elements, dynamicDepth);
    case "map": {
      const { element } = type;
      return decodeEntries(reader, expectLength(token, "map", type), () => element, dynamicDepth);
    }
    case "object":
      return decodeObject(reader, expectLength(token, "map", type), type.attributes, dynamicDepth);
    case "dynamic":
      return decodeDynamic(reader, expectLength(token, "array", type), dynamicDepth + 1);
  }
}

function decodeNumber(token: Token): Decimal | undefined {
  if (token.kind === "integer") return Decimal.ofBigInt(token.value);
  if (token.kind === "double") return Decimal.ofExactDouble(token.value);
  return token.kind === "string" ? Decimal.parse(token.value) : undefined;
}

function decodeElements(
  reader: MsgpackReader,
  length: number,
  typeAt: (index: number) => CtyType,
  depth: number,
): CtyValue[] {
  const elements: CtyValue[] = [];
  for (let index = 0; index < length; index++) {
    elements.push(within(index, () => decode(reader, typeAt(index), depth)));
  }
  return elements;
}

function decodeTuple(
  reader: MsgpackReader,
  length: number,
  types: readonly CtyType[],
  depth: number,
): CtyValue[] {
  if (length !== types.length)
    throw new CodecError(`Expected a tuple of ${types.length} elements, found ${length}.`);
  return decodeElements(reader, length, (index) => types[index] ?? { kind: "dynamic" }, depth);
}

function decodeEntries(
  reader: MsgpackReader,
  length: number,
  typeOf: (name: string) => CtyType,
  depth: number,
): Map<string, CtyValue> {
  const entries = new Map<string, CtyValue>();
  for (let index = 0; index < length; index++) {
    const key = reader.next();
    if (key.kind !== "string") throw new CodecError(`Expected a string key, found ${key.kind}.`);
    if (entries.has(key.value)) throw new CodecError(`The key ${JSON.stringify(key.value)} is not unique.`);
    entries.set(
      key.value,
      within(key.value, () => decode(reader, typeOf(key.value), depth)),
    );
  }
  return entries;
}

function decodeObject(
  reader: MsgpackReader,
  length: number,
  attributes: ReadonlyMap<string, CtyType>,
  depth: number,
): Map<string, CtyValue> {
  const typeOf = (name: string): CtyType => {
    const type = attributes.get(name);
    if (type === undefined) throw new CodecError("The object has an attribute that is not in its type.");
    return type;
  };
  const present = decodeEntries(reader, length, typeOf, depth);
  // In the order of the schema, with null for omitted attributes.
  return new Map([...attributes.keys()].map((name) => [name, present.get(name) ?? null]));
}

function decodeDynamic(reader: MsgpackReader, length: number, depth: number): CtyValue {
  if (depth > maxDynamicDepth) throw new CodecError("Values of open type are nested too deeply.");
  if (length !== 2) throw new CodecError("A value of open type is not a pair of type and value.");
  const notation = reader.next();
  if (notation.kind !== "bytes" && notation.kind !== "string") {
    throw new CodecError("A value of open type does not begin with its type.");
  }
  const json = notation.kind === "bytes" ? Buffer.from(notation.value).toString("utf8") : notation.value;
  const type = typeFromJson(json);
  return new DynamicallyTyped(type, decode(reader, type, depth));
}

function expectLength(token: Token, kind: "array" | "map", type: CtyType): number {
  return token.kind === "array" || token.kind === "map"
    ? token.kind === kind
      ? token.length
      : typeMismatch(type, token)
    : typeMismatch(type, token);
}

function typeMismatch(type: CtyType, token: Token): never {
  throw new CodecError(`Expected a value of type ${type.kind}, found ${token.kind}.`);
}
