/** Terraform's types (cty) and their JSON notation: "string", ["list", T], ["object", {name: T}] and so on. */
import { CodecError, within } from "./codec-error";

export type CtyType =
  | { readonly kind: "string" | "number" | "bool" | "dynamic" }
  | { readonly kind: "list" | "set" | "map"; readonly element: CtyType }
  | { readonly kind: "object"; readonly attributes: ReadonlyMap<string, CtyType> }
  | { readonly kind: "tuple"; readonly elements: readonly CtyType[] };

type TypeNotation =
  string | readonly [string, TypeNotation | TypeNotation[] | { [name: string]: TypeNotation }];

/** Protects the stack against hostile types. */
const maxDepth = 100;

export function typeToJson(type: CtyType): string {
  return JSON.stringify(notationOf(type));
}

function notationOf(type: CtyType): TypeNotation {
  switch (type.kind) {
    case "string":
    case "number":
    case "bool":
    case "dynamic":
      return type.kind;
    case "list":
    case "set":
    case "map":
      return [type.kind, notationOf(type.element)];
    case "object":
      return ["object", Object.fromEntries([...type.attributes].map(([name, t]) => [name, notationOf(t)]))];
    case "tuple":
      return ["tuple", type.elements.map(notationOf)];
  }
}

export function typeFromJson(json: string): CtyType {
  let notation: unknown;
  try {
    notation = JSON.parse(json);
  } catch (cause) {
    throw new CodecError(
      `The type is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
  return readType(notation, 0);
}

function readType(notation: unknown, depth: number): CtyType {
  if (depth > maxDepth) throw new CodecError("The type is nested too deeply.");
  if (isPrimitiveName(notation)) return { kind: notation };
  if (!Array.isArray(notation) || notation.length < 2)
    throw new CodecError("The type has an invalid notation.");
  const [kind, argument] = notation as readonly unknown[];
  switch (kind) {
    case "list":
    case "set":
    case "map":
      return { kind, element: within(kind, () => readType(argument, depth + 1)) };
    case "object":
      return { kind, attributes: readAttributeTypes(argument, depth) };
    case "tuple":
      if (!Array.isArray(argument)) throw new CodecError("The tuple type has no list of element types.");
      return { kind, elements: argument.map((element: unknown) => readType(element, depth + 1)) };
    default:
      throw new CodecError("The kind of the type is not supported.");
  }
}

function isPrimitiveName(notation: unknown): notation is "string" | "number" | "bool" | "dynamic" {
  return notation === "string" || notation === "number" || notation === "bool" || notation === "dynamic";
}

function readAttributeTypes(argument: unknown, depth: number): ReadonlyMap<string, CtyType> {
  if (typeof argument !== "object" || argument === null || Array.isArray(argument)) {
    throw new CodecError("The object type has no attribute types.");
  }
  return new Map(
    Object.entries(argument).map(([name, type]) => [name, within(name, () => readType(type, depth + 1))]),
  );
}
