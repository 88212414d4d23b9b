/** Derives types from attributes: the framework's type for conversions, and Terraform's type (cty). */
import { type CtyType } from "../cty/type";
import { type Attribute, type Attributes } from "./attribute";
import { type AttributeType } from "./value-type";

export type ObjectType = Extract<AttributeType, { kind: "object" }>;

export function objectTypeOf(attributes: Attributes): ObjectType {
  const fields = Object.entries(attributes).map(
    ([name, attribute]) => [name, attributeTypeOf(attribute)] as const,
  );
  return { kind: "object", fields: Object.fromEntries(fields) };
}

export function attributeTypeOf(attribute: Attribute): AttributeType {
  if (attribute.kind === "leaf") return attribute.attributeType;
  const element = objectTypeOf(attribute.attributes);
  return attribute.nesting === "single" ? element : { kind: attribute.nesting, element };
}

export function ctyTypeOf(attributeType: AttributeType): CtyType {
  switch (attributeType.kind) {
    case "string":
      return { kind: "string" };
    case "boolean":
      return { kind: "bool" };
    case "number":
      return { kind: "number" };
    case "list":
    case "set":
    case "map":
      return { kind: attributeType.kind, element: ctyTypeOf(attributeType.element) };
    case "object": {
      const fields = Object.entries(attributeType.fields).map(
        ([name, field]) => [name, ctyTypeOf(field)] as const,
      );
      return { kind: "object", attributes: new Map(fields) };
    }
  }
}
