/**
 * What a schema's attributes look like as values: the shape that conversion works by, and Terraform's type for it.
 */
import { type CtyType } from "../cty/type";
import { type Attribute, type Attributes } from "./attribute";
import { type TypeShape } from "./value-type";

export type ObjectShape = Extract<TypeShape, { kind: "object" }>;

export function shapeOfAttributes(attributes: Attributes): ObjectShape {
  const fields = Object.entries(attributes).map(([name, attribute]) => [name, shapeOf(attribute)] as const);
  return { kind: "object", fields: Object.fromEntries(fields) };
}

export function shapeOf(attribute: Attribute): TypeShape {
  if (attribute.kind === "leaf") return attribute.shape;
  const element = shapeOfAttributes(attribute.attributes);
  return attribute.nesting === "single" ? element : { kind: attribute.nesting, element };
}

export function ctyTypeOf(shape: TypeShape): CtyType {
  switch (shape.kind) {
    case "string":
      return { kind: "string" };
    case "boolean":
      return { kind: "bool" };
    case "number":
      return { kind: "number" };
    case "list":
    case "set":
    case "map":
      return { kind: shape.kind, element: ctyTypeOf(shape.element) };
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, field]) => [name, ctyTypeOf(field)] as const);
      return { kind: "object", attributes: new Map(fields) };
    }
  }
}
