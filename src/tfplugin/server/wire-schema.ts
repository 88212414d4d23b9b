/** Converts schemas and functions to protocol messages. */
import { typeToJson } from "../cty/type";
import { type ProviderFunction } from "../author/provider-function";
import {
  Schema_Object_NestingMode,
  StringKind,
  type FunctionMessage as WireFunction,
  type ResourceIdentitySchema,
  type Schema as WireSchema,
  type Schema_Attribute,
  type Schema_Object,
} from "../protocol/generated/tfplugin6";
import { type Attribute, type Attributes, type Nesting, type ObjectAttribute } from "../schema/attribute";
import { type Schema } from "../schema/schema";
import { attributeTypeOf, ctyTypeOf } from "../schema/attribute-type";
import { type AttributeType } from "../schema/value-type";

export function toWireSchema(schema: Schema): WireSchema {
  return {
    version: schema.version,
    block: {
      version: schema.version,
      attributes: toWireAttributes(schema.attributes),
      description: schema.description,
      descriptionKind: StringKind.MARKDOWN,
      ...toWireDeprecation(schema.deprecated),
    },
  };
}

function toWireDeprecation(message: string | undefined) {
  return { deprecated: message !== undefined, deprecationMessage: message ?? "" };
}

/** The schema of a configuration without a state has no computed attributes. The framework fills in its defaults. */
export function toWireConfigSchema(schema: Schema): WireSchema {
  const wire = toWireSchema(schema);
  for (const attribute of wire.block?.attributes ?? []) clearComputed(attribute);
  return wire;
}

function clearComputed(attribute: Schema_Attribute): void {
  attribute.computed = false;
  for (const inner of attribute.nestedType?.attributes ?? []) clearComputed(inner);
}

function toWireAttributes(attributes: Attributes): Schema_Attribute[] {
  return Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, attribute]) => toWireAttribute(name, attribute));
}

function toWireAttribute(name: string, attribute: Attribute): Schema_Attribute {
  const { rules } = attribute;
  return {
    name,
    type: attribute.kind === "leaf" ? toWireType(attribute.attributeType) : Buffer.alloc(0),
    nestedType: attribute.kind === "object" ? toNestedType(attribute) : undefined,
    description: rules.description,
    descriptionKind: StringKind.MARKDOWN,
    required: rules.required,
    optional: rules.optional,
    computed: rules.computed,
    sensitive: rules.sensitive,
    ...toWireDeprecation(rules.deprecated),
    writeOnly: false,
  };
}

const nestingModes: Record<Nesting, Schema_Object_NestingMode> = {
  single: Schema_Object_NestingMode.SINGLE,
  list: Schema_Object_NestingMode.LIST,
  set: Schema_Object_NestingMode.SET,
  map: Schema_Object_NestingMode.MAP,
};

function toNestedType(attribute: ObjectAttribute): Schema_Object {
  return { attributes: toWireAttributes(attribute.attributes), nesting: nestingModes[attribute.nesting] };
}

function toWireType(attributeType: AttributeType): Buffer {
  return Buffer.from(typeToJson(ctyTypeOf(attributeType)), "utf8");
}

/** Required and optional attributes can be given for an import. Computed ones are only returned. */
export function toWireIdentitySchema({ version, attributes }: Schema): ResourceIdentitySchema {
  return {
    version,
    identityAttributes: Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: toWireType(attributeTypeOf(attribute)),
      requiredForImport: attribute.rules.required,
      optionalForImport: attribute.rules.optional,
      description: attribute.rules.description,
    })),
  };
}

export function toWireFunction(definition: ProviderFunction): WireFunction {
  return {
    parameters: definition.parameters.map(({ name, type, description }) => ({
      name,
      type: toWireType(type.attributeType),
      allowNullValue: false,
      allowUnknownValues: false,
      description,
      descriptionKind: StringKind.MARKDOWN,
    })),
    variadicParameter: undefined,
    return: { type: toWireType(definition.returns.attributeType) },
    summary: definition.summary,
    description: definition.description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: "",
  };
}
