/** GetMetadata, GetProviderSchema, GetFunctions and GetResourceIdentitySchemas: types, schemas and capabilities as messages. */
import { type Instance } from "./instance";
import { type Rpc } from "./respond";
import {
  type FunctionMessage as WireFunction,
  type ServerCapabilities,
  Schema_Object_NestingMode,
  StringKind,
  type ResourceIdentitySchema,
  type Schema as WireSchema,
  type Schema_Attribute,
  type Schema_Object,
} from "../protocol/generated/tfplugin6";
import {
  schemaVersion,
  type Schema,
  type Attribute,
  type Attributes,
  type ObjectAttribute,
} from "../schema/schema";
import { typeToJson, type AttributeType } from "../cty/value";
import { type ProviderFunction } from "../provider";

const capabilities: ServerCapabilities = {
  planDestroy: true,
  // Terraform may reuse the schema from another process of this provider, because the schema never changes.
  getProviderSchemaOptional: true,
  generateResourceConfig: true,
};

export const getMetadata: Rpc<"getMetadata"> = (instance) => {
  const { resources, dataSources, lists, actions, functions = {} } = instance.provider;
  return {
    serverCapabilities: capabilities,
    diagnostics: [],
    resources: typeNamesOf(resources),
    dataSources: typeNamesOf(dataSources),
    listResources: typeNamesOf(lists),
    actions: typeNamesOf(actions),
    functions: Object.keys(functions).map((name) => ({ name })),
  };
};

export const getProviderSchema: Rpc<"getProviderSchema"> = (instance) => {
  const { schema, resources, dataSources, lists, actions } = instance.provider;
  return {
    provider: toWireConfigSchema(schema),
    resourceSchemas: mapByTypeName(resources, toWireSchema),
    dataSourceSchemas: mapByTypeName(dataSources, toWireSchema),
    listResourceSchemas: mapByTypeName(lists, toWireConfigSchema),
    actionSchemas: mapByTypeName(actions, (schema) => ({ schema: toWireConfigSchema(schema) })),
    functions: functionsOf(instance),
    providerMeta: undefined,
    serverCapabilities: capabilities,
    diagnostics: [],
  };
};

export const getFunctions: Rpc<"getFunctions"> = (instance) => ({
  functions: functionsOf(instance),
  diagnostics: [],
});

export const getResourceIdentitySchemas: Rpc<"getResourceIdentitySchemas"> = ({ provider }) => ({
  identitySchemas: Object.fromEntries(
    provider.resources.flatMap(({ typeName, identity }) =>
      identity === undefined ? [] : [[typeName, toWireIdentitySchema(identity.schema)] as const],
    ),
  ),
  diagnostics: [],
});

function typeNamesOf(definitions: readonly { typeName: string }[] = []) {
  return definitions.map(({ typeName }) => ({ typeName }));
}

function mapByTypeName<T>(
  definitions: readonly { typeName: string; schema: Schema }[] = [],
  toWire: (schema: Schema) => T,
): Record<string, T> {
  return Object.fromEntries(definitions.map(({ typeName, schema }) => [typeName, toWire(schema)]));
}

function functionsOf({ provider: { functions = {} } }: Instance): Record<string, WireFunction> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, definition]) => [name, toWireFunction(definition)]),
  );
}

export function toWireSchema(schema: Schema): WireSchema {
  return {
    version: schemaVersion,
    block: {
      version: schemaVersion,
      attributes: toWireAttributes(schema.attributes),
      description: schema.description,
      descriptionKind: StringKind.MARKDOWN,
      ...notDeprecated,
    },
  };
}

const notDeprecated = { deprecated: false, deprecationMessage: "" };

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
  const {
    description,
    required = false,
    optional = false,
    computed = false,
    sensitive = false,
  } = attribute.rules;
  return {
    name,
    type: attribute.kind === "leaf" ? toWireType(attribute.attributeType) : Buffer.alloc(0),
    nestedType: attribute.kind === "object" ? toNestedType(attribute) : undefined,
    description,
    descriptionKind: StringKind.MARKDOWN,
    required,
    optional,
    computed,
    sensitive,
    ...notDeprecated,
    writeOnly: false,
  };
}

function toNestedType({ attributes, nesting }: ObjectAttribute): Schema_Object {
  const { SINGLE, LIST } = Schema_Object_NestingMode;
  return { attributes: toWireAttributes(attributes), nesting: nesting === "single" ? SINGLE : LIST };
}

function toWireType(attributeType: AttributeType): Buffer {
  return Buffer.from(typeToJson(attributeType), "utf8");
}

/** Required and optional attributes can be given for an import. Computed ones are only returned. */
export function toWireIdentitySchema({ attributes }: Schema): ResourceIdentitySchema {
  return {
    version: schemaVersion,
    identityAttributes: Object.entries(attributes).map(([name, { attributeType, rules }]) => ({
      name,
      type: toWireType(attributeType),
      requiredForImport: rules.required ?? false,
      optionalForImport: rules.optional ?? false,
      description: rules.description,
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
