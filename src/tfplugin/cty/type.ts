/** The types of attributes, and their notation in Terraform (cty): "string", ["list", T], ["object", {name: T}] and so on. */

export type AttributeType = (
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "list" | "set" | "map"; readonly element: AttributeType }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, AttributeType>> }
) & {
  /** Permits null as an element of a collection. */
  readonly nullable?: true;
};

export type ObjectType = Extract<AttributeType, { kind: "object" }>;

type TypeNotation = string | readonly [string, TypeNotation | Readonly<Record<string, TypeNotation>>];

export function typeToJson(type: AttributeType): string {
  return JSON.stringify(notationOf(type));
}

function notationOf(type: AttributeType): TypeNotation {
  switch (type.kind) {
    case "boolean":
      return "bool";
    case "string":
    case "number":
      return type.kind;
    case "list":
    case "set":
    case "map":
      return [type.kind, notationOf(type.element)];
    case "object":
      return [
        "object",
        Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, notationOf(field)])),
      ];
  }
}

/** Inherited properties, for example `constructor`, are not fields. */
export function fieldOf({ fields }: ObjectType, name: string): AttributeType | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
