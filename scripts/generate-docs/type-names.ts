/** Type names as on the registry's pages ("Set of Number") and in signatures ("set of number"). */
import { type AttributeJson, type TypeJson } from "./provider-schemas";

const primitives: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  bool: "Boolean",
  dynamic: "Dynamic",
};
const collections: Readonly<Record<string, string>> = { list: "List", set: "Set", map: "Map" };

export function typeName(type: TypeJson): string {
  if (typeof type === "string") return lookUp(primitives, type);
  const [collection, element] = type;
  // The second part is a type for collections. For objects and tuples, `lookUp` throws first.
  return `${lookUp(collections, collection)} of ${typeName(element as TypeJson)}`;
}

export function signatureType(type: TypeJson): string {
  return typeof type === "string" ? type : typeName(type).toLowerCase();
}

export function attributeTypeName({ type, nested_type: nested }: AttributeJson): string {
  if (nested !== undefined) {
    return nested.nesting_mode === "single"
      ? "Attributes"
      : `Attributes ${lookUp(collections, nested.nesting_mode)}`;
  }
  if (type === undefined) throw new Error("An attribute has neither a type nor nested attributes.");
  return typeName(type);
}

function lookUp(names: Readonly<Record<string, string>>, name: string): string {
  const found = names[name];
  if (found !== undefined) return found;
  throw new Error(`Unsupported type "${name}". Use nested attributes with descriptions.`);
}
