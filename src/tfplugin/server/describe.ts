/** GetMetadata, GetProviderSchema and GetFunctions: the types, schemas and capabilities of the provider. */
import { type Instance } from "./instance";
import { toWireFunction, toWireProviderSchema, toWireSchema } from "./wire-schema";
import {
  type FunctionMessage as WireFunction,
  type GetFunctions_Response,
  type GetMetadata_Response,
  type GetProviderSchema_Response,
  type ServerCapabilities,
} from "../protocol/generated/tfplugin6";

const capabilities: ServerCapabilities = {
  planDestroy: true,
  // Terraform may reuse the schema from another process of this provider, because the schema never changes.
  getProviderSchemaOptional: true,
  moveResourceState: false,
};

export function getMetadata<S>({ provider: { definition } }: Instance<S>): GetMetadata_Response {
  return {
    serverCapabilities: capabilities,
    diagnostics: [],
    resources: definition.resources.map(({ typeName }) => ({ typeName })),
    dataSources: (definition.dataSources ?? []).map(({ typeName }) => ({ typeName })),
    functions: Object.keys(definition.functions ?? {}).map((name) => ({ name })),
  };
}

export function getProviderSchema<S>(instance: Instance<S>): GetProviderSchema_Response {
  const { definition } = instance.provider;
  return {
    provider: toWireProviderSchema(definition.schema),
    resourceSchemas: schemasOf(definition.resources),
    dataSourceSchemas: schemasOf(definition.dataSources ?? []),
    functions: functionsOf(instance),
    providerMeta: undefined,
    serverCapabilities: capabilities,
    diagnostics: [],
  };
}

export function getFunctions<S>(instance: Instance<S>): GetFunctions_Response {
  return { functions: functionsOf(instance), diagnostics: [] };
}

function schemasOf(definitions: readonly { typeName: string; schema: Parameters<typeof toWireSchema>[0] }[]) {
  return Object.fromEntries(definitions.map(({ typeName, schema }) => [typeName, toWireSchema(schema)]));
}

function functionsOf<S>({ provider: { definition } }: Instance<S>): Record<string, WireFunction> {
  return Object.fromEntries(
    Object.entries(definition.functions ?? {}).map(([name, definition]) => [
      name,
      toWireFunction(definition),
    ]),
  );
}
