/** Decodes JSON by type: stored states, and the alternative encoding of values in the protocol. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { parseExactJson, type ExactJson } from "./json-exact";
import { type AttributeType } from "./type";
import { sortSetElements, type CtyValue } from "./value";

/** Drops attributes that the type does not have, and sets missing ones to null. @throws CodecError */
export function decodeJson(text: string, type: AttributeType): CtyValue {
  return fromExactJson(parseExactJson(text), type);
}

function fromExactJson(json: ExactJson, type: AttributeType): CtyValue {
  if (json === null) return null;
  switch (type.kind) {
    case "string":
      return typeof json === "string" ? json : typeMismatch(type);
    case "boolean":
      return typeof json === "boolean" ? json : typeMismatch(type);
    case "number":
      return numberFrom(json) ?? typeMismatch(type);
    case "list":
      return elementsFrom(json, type);
    case "set":
      return sortSetElements(elementsFrom(json, type), type.element);
    case "map":
      return new Map([...members(json, type)].map(([key, part]) => [key, member(key, part, type.element)]));
    case "object": {
      const present = members(json, type);
      return new Map(
        Object.entries(type.fields).map(([name, field]) => [
          name,
          member(name, present.get(name) ?? null, field),
        ]),
      );
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
  type: Extract<AttributeType, { kind: "list" | "set" | "map" }>,
): readonly CtyValue[] {
  if (!Array.isArray(json)) return typeMismatch(type);
  return json.map((element: ExactJson, index) => within(index, () => fromExactJson(element, type.element)));
}

function members(json: ExactJson, type: AttributeType): ReadonlyMap<string, ExactJson> {
  return json instanceof Map ? (json as ReadonlyMap<string, ExactJson>) : typeMismatch(type);
}

function member(name: string, json: ExactJson, type: AttributeType): CtyValue {
  return within(name, () => fromExactJson(json, type));
}

function typeMismatch(type: AttributeType): never {
  throw new CodecError(`Expected a value of type ${type.kind}.`);
}
