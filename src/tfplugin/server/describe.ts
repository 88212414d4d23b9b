/** GetMetadata, GetProviderSchema and GetFunctions: the types, schemas and capabilities of the provider. */
import { type Instance } from "./instance";
import { toWireConfigSchema, toWireFunction, toWireSchema } from "./wire-schema";
import {
  type FunctionMessage as WireFunction,
  type GetFunctions_Response,
  type GetMetadata_Response,
  type GetProviderSchema_Response,
  type ServerCapabilities,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";

const capabilities: ServerCapabilities = {
  planDestroy: true,
  // Terraform may reuse the schema from another process of this provider, because the schema never changes.
  getProviderSchemaOptional: true,
  generateResourceConfig: true,
};

export function getMetadata<S>(instance: Instance<S>): GetMetadata_Response {
  const { definition } = instance.provider;
  return {
    serverCapabilities: capabilities,
    diagnostics: [],
    resources: typeNamesOf(definition.resources),
    dataSources: typeNamesOf(definition.dataSources),
    listResources: typeNamesOf(definition.lists),
    actions: typeNamesOf(definition.actions),
    functions: Object.keys(definition.functions ?? {}).map((name) => ({ name })),
  };
}

export function getProviderSchema<S>(instance: Instance<S>): GetProviderSchema_Response {
  const { definition } = instance.provider;
  return {
    provider: toWireConfigSchema(definition.schema),
    resourceSchemas: mapByTypeName(definition.resources, toWireSchema),
    dataSourceSchemas: mapByTypeName(definition.dataSources, toWireSchema),
    listResourceSchemas: mapByTypeName(definition.lists, toWireConfigSchema),
    actionSchemas: mapByTypeName(definition.actions, (schema) => ({ schema: toWireConfigSchema(schema) })),
    functions: functionsOf(instance),
    providerMeta: undefined,
    serverCapabilities: capabilities,
    diagnostics: [],
  };
}

export function getFunctions<S>(instance: Instance<S>): GetFunctions_Response {
  return { functions: functionsOf(instance), diagnostics: [] };
}

function typeNamesOf(definitions: readonly { typeName: string }[] = []) {
  return definitions.map(({ typeName }) => ({ typeName }));
}

function mapByTypeName<T>(
  definitions: readonly { typeName: string; schema: Schema }[] = [],
  toWire: (schema: Schema) => T,
): Record<string, T> {
  return Object.fromEntries(definitions.map(({ typeName, schema }) => [typeName, toWire(schema)]));
}

function functionsOf<S>({ provider: { definition } }: Instance<S>): Record<string, WireFunction> {
  return Object.fromEntries(
    Object.entries(definition.functions ?? {}).map(([name, definition]) => [
      name,
      toWireFunction(definition),
    ]),
  );
}
