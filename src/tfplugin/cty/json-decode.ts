/** Decodes JSON by type: stored states, and the alternative encoding of values in the protocol. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { parseExactJson, type ExactJson } from "./json-exact";
import { typeFromJson, type CtyType } from "./type";
import { DynamicallyTyped, sortSetElements, type CtyValue } from "./value";

/** Drops attributes that the type does not have, and sets missing ones to null. @throws CodecError */
export function decodeJson(text: string, type: CtyType): CtyValue {
  return fromExactJson(parseExactJson(text), type);
}

export function fromExactJson(json: ExactJson, type: CtyType): CtyValue {
  if (json === null) return null;
  switch (type.kind) {
    case "string":
      return typeof json === "string" ? json : typeMismatch(type);
    case "bool":
      return typeof json === "boolean" ? json : typeMismatch(type);
    case "number":
      return numberFrom(json) ?? typeMismatch(type);
    case "list":
      return elementsFrom(json, type, () => type.element);
    case "set":
      return sortSetElements(
        elementsFrom(json, type, () => type.element),
        type.element,
      );
    case "tuple":
      return elementsFrom(json, type, (index) => type.elements[index] ?? typeMismatch(type));
    case "map":
      return new Map([...members(json, type)].map(([key, part]) => [key, member(key, part, type.element)]));
    case "object": {
      const present = members(json, type);
      return new Map(
        [...type.attributes].map(([name, t]) => [name, member(name, present.get(name) ?? null, t)]),
      );
    }
    case "dynamic": {
      const present = members(json, type);
      const inner = typeFromJson(JSON.stringify(plain(present.get("type") ?? null)));
      return new DynamicallyTyped(inner, fromExactJson(present.get("value") ?? null, inner));
    }
  }
}

/** Terraform writes long numbers as strings. */
function numberFrom(json: ExactJson): Decimal | undefined {
  if (json instanceof Decimal) return json;
  return typeof json === "string" ? Decimal.parse(json) : undefined;
}

function elementsFrom(
  json: ExactJson,
  type: CtyType,
  typeAt: (index: number) => CtyType,
): readonly CtyValue[] {
  if (!Array.isArray(json)) return typeMismatch(type);
  return json.map((element: ExactJson, index) => within(index, () => fromExactJson(element, typeAt(index))));
}

function members(json: ExactJson, type: CtyType): ReadonlyMap<string, ExactJson> {
  return json instanceof Map ? (json as ReadonlyMap<string, ExactJson>) : typeMismatch(type);
}

function member(name: string, json: ExactJson, type: CtyType): CtyValue {
  return within(name, () => fromExactJson(json, type));
}

/** The notation of a type contains no numbers, so this is lossless. */
function plain(json: ExactJson): unknown {
  if (json instanceof Map) {
    const entries: [string, ExactJson][] = [...(json as ReadonlyMap<string, ExactJson>)];
    return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
  }
  return Array.isArray(json) ? json.map((part: ExactJson) => plain(part)) : json;
}

function typeMismatch(type: CtyType): never {
  throw new CodecError(`Expected a value of type ${type.kind}.`);
}
