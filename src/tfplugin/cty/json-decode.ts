/** JSON to values, driven by the type: stored states, and the fallback form of every value on the wire. */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { parseExactJson, type ExactJson } from "./json-exact";
import { typeFromJson, type CtyType } from "./type";
import { DynamicallyTyped, inSetOrder, type CtyValue } from "./value";

/** Throws CodecError. Attributes that the type does not know are dropped, missing ones are null. */
export function decodeJson(text: string, type: CtyType): CtyValue {
  return fromExactJson(parseExactJson(text), type);
}

export function fromExactJson(json: ExactJson, type: CtyType): CtyValue {
  if (json === null) return null;
  switch (type.kind) {
    case "string":
      return typeof json === "string" ? json : misfit(type);
    case "bool":
      return typeof json === "boolean" ? json : misfit(type);
    case "number":
      return numberFrom(json) ?? misfit(type);
    case "list":
      return elementsFrom(json, type, () => type.element);
    case "set":
      return inSetOrder(
        elementsFrom(json, type, () => type.element),
        type.element,
      );
    case "tuple":
      return elementsFrom(json, type, (index) => type.elements[index] ?? misfit(type));
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

/** Terraform's JSON may carry a number as a text when it is too long for other readers. */
function numberFrom(json: ExactJson): Decimal | undefined {
  if (json instanceof Decimal) return json;
  return typeof json === "string" ? Decimal.parse(json) : undefined;
}

function elementsFrom(
  json: ExactJson,
  type: CtyType,
  typeAt: (index: number) => CtyType,
): readonly CtyValue[] {
  if (!Array.isArray(json)) return misfit(type);
  return json.map((element: ExactJson, index) => within(index, () => fromExactJson(element, typeAt(index))));
}

function members(json: ExactJson, type: CtyType): ReadonlyMap<string, ExactJson> {
  return json instanceof Map ? (json as ReadonlyMap<string, ExactJson>) : misfit(type);
}

function member(name: string, json: ExactJson, type: CtyType): CtyValue {
  return within(name, () => fromExactJson(json, type));
}

/** A type's notation holds no numbers, so nothing is lost. */
function plain(json: ExactJson): unknown {
  if (json instanceof Map) {
    const entries: [string, ExactJson][] = [...(json as ReadonlyMap<string, ExactJson>)];
    return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
  }
  return Array.isArray(json) ? json.map((part: ExactJson) => plain(part)) : json;
}

function misfit(type: CtyType): never {
  throw new CodecError(`Expected a value of type ${type.kind}.`);
}
