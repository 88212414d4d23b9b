/** GetMetadata, GetProviderSchema, GetFunctions and GetResourceIdentitySchemas: types, schemas and capabilities as messages. */
import { type AttributeType, typeToJson } from "../cty/value";
import {
  type FunctionMessage as WireFunction,
  type ResourceIdentitySchema,
  type Schema as WireSchema,
  type Schema_Attribute,
  type Schema_Object,
  Schema_Object_NestingMode,
  type ServerCapabilities,
  StringKind,
} from "../protocol/generated/tfplugin6";
import { type ProviderFunction } from "../provider";
import { type Attribute, type Attributes, type ObjectAttribute, type Schema } from "../schema/schema";
import { type ProviderInstance } from "./provider-instance";
import { type Rpc } from "./respond";

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
    provider: toWireSchema(schema, true),
    resourceSchemas: mapByTypeName(resources, ({ schema, upgraders = [] }) => ({
      ...toWireSchema(schema),
      version: upgraders.length,
    })),
    dataSourceSchemas: mapByTypeName(dataSources, ({ schema }) => toWireSchema(schema)),
    listResourceSchemas: mapByTypeName(lists, ({ schema }) => toWireSchema(schema, true)),
    actionSchemas: mapByTypeName(actions, ({ schema }) => ({ schema: toWireSchema(schema, true) })),
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

function mapByTypeName<D extends { readonly typeName: string }, T>(
  definitions: readonly D[] = [],
  toWire: (definition: D) => T,
): Record<string, T> {
  return Object.fromEntries(definitions.map((definition) => [definition.typeName, toWire(definition)]));
}

function functionsOf({ provider: { functions = {} } }: ProviderInstance): Record<string, WireFunction> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, definition]) => [name, toWireFunction(definition)]),
  );
}

/** @param isConfig whether there is no state, so that no attribute is computed: the framework fills in the defaults */
export function toWireSchema(schema: Schema, isConfig = false): WireSchema {
  return {
    version: 0,
    block: {
      version: 0,
      attributes: toWireAttributes(schema.attributes, isConfig),
      description: schema.description,
      descriptionKind: StringKind.MARKDOWN,
      ...notDeprecated,
    },
  };
}

const notDeprecated = { deprecated: false, deprecationMessage: "" };

function toWireAttributes(attributes: Attributes, isConfig: boolean): Schema_Attribute[] {
  return Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, attribute]) => toWireAttribute(name, attribute, isConfig));
}

function toWireAttribute(name: string, attribute: Attribute, isConfig: boolean): Schema_Attribute {
  const { description, required, optional, computed, sensitive } = attribute.rules;
  return {
    name,
    type: attribute.kind === "leaf" ? toWireType(attribute.attributeType) : Buffer.alloc(0),
    nestedType: attribute.kind === "object" ? toNestedType(attribute, isConfig) : undefined,
    description,
    descriptionKind: StringKind.MARKDOWN,
    required: required ?? false,
    optional: optional ?? false,
    computed: !isConfig && computed === true,
    sensitive: sensitive ?? false,
    ...notDeprecated,
    writeOnly: false,
  };
}

function toNestedType({ attributes, nesting }: ObjectAttribute, isConfig: boolean): Schema_Object {
  const { SINGLE, LIST } = Schema_Object_NestingMode;
  return {
    attributes: toWireAttributes(attributes, isConfig),
    nesting: nesting === "single" ? SINGLE : LIST,
  };
}

function toWireType(attributeType: AttributeType): Buffer {
  return Buffer.from(typeToJson(attributeType), "utf8");
}

/** Computed attributes are optional for Terraform, which refuses attributes that are neither required nor optional. */
function toWireIdentitySchema({ attributes }: Schema): ResourceIdentitySchema {
  return {
    version: 0,
    identityAttributes: Object.entries(attributes).map(([name, { attributeType, rules }]) => ({
      name,
      type: toWireType(attributeType),
      requiredForImport: rules.required ?? false,
      optionalForImport: rules.required !== true,
      description: rules.description,
    })),
  };
}

function toWireFunction(definition: ProviderFunction): WireFunction {
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
