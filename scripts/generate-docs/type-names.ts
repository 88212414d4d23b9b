/** Types as the registry's pages write them ("Set of Number"), and as a signature does ("set of number"). */
import { type AttributeJson, type TypeJson } from "./provider-schemas";

const primitives: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  bool: "Boolean",
  dynamic: "Dynamic",
};
const collections: Readonly<Record<string, string>> = { list: "List", set: "Set", map: "Map" };

export function typeName(type: TypeJson): string {
  if (typeof type === "string") return known(primitives, type);
  const [collection, element] = type;
  // A collection's second part is a type; of objects and tuples, which are refused, it is something else.
  return `${known(collections, collection)} of ${typeName(element as TypeJson)}`;
}

export function signatureType(type: TypeJson): string {
  return typeof type === "string" ? type : typeName(type).toLowerCase();
}

export function attributeTypeName({ type, nested_type: nested }: AttributeJson): string {
  if (nested !== undefined) {
    return nested.nesting_mode === "single"
      ? "Attributes"
      : `Attributes ${known(collections, nested.nesting_mode)}`;
  }
  if (type === undefined) throw new Error("An attribute has neither a type nor attributes of its own.");
  return typeName(type);
}

function known(names: Readonly<Record<string, string>>, name: string): string {
  const found = names[name];
  if (found !== undefined) return found;
  throw new Error(
    `The reference cannot describe a value of the type "${name}": give it attributes of its own, with descriptions.`,
  );
}
