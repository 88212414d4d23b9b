/** Maps each call of the plugin protocol to its handler, and logs it at trace. */
import { type Handlers } from "../grpc/service";
import { type ProviderDefinition } from "../protocol/generated/tfplugin6";
import { applyResourceChange } from "./apply-change";
import { callFunction } from "./call-function";
import { configureProvider, validate } from "./configure";
import { generateResourceConfig } from "./generate-config";
import { importResourceState } from "./import-resource";
import { type Instance } from "./instance";
import { listResource } from "./list-resource";
import { planResourceChange } from "./plan-change";
import { readDataSource, readResource } from "./read";
import { invokeAction, planAction } from "./run-action";
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from "./schemas";
import { upgradeResourceIdentity, upgradeResourceState } from "./upgrade";

export function providerService<S>(instance: Instance<S>): Handlers<ProviderDefinition> {
  return withTrace(instance, {
    getMetadata: () => getMetadata(instance),
    getProviderSchema: () => getProviderSchema(instance),
    getFunctions: () => getFunctions(instance),
    getResourceIdentitySchemas: () => getResourceIdentitySchemas(instance),
    configureProvider: (request) => configureProvider(instance, request),
    stopProvider: () => {
      instance.stop();
      return { Error: "" };
    },
    validateProviderConfig: ({ config }) =>
      validate(instance, () => instance.provider, "the provider", config),
    validateResourceConfig: ({ typeName, config }) =>
      validate(instance, () => instance.resource(typeName), typeName, config),
    validateDataResourceConfig: ({ typeName, config }) =>
      validate(instance, () => instance.dataSource(typeName), `data.${typeName}`, config),
    validateListResourceConfig: ({ typeName, config }) =>
      validate(instance, () => instance.list(typeName), `list.${typeName}`, config),
    validateActionConfig: ({ typeName, config }) =>
      validate(instance, () => instance.action(typeName), `action.${typeName}`, config),
    upgradeResourceState: (request) => upgradeResourceState(instance, request),
    upgradeResourceIdentity: (request) => upgradeResourceIdentity(instance, request),
    readResource: (request) => readResource(instance, request),
    planResourceChange: (request) => planResourceChange(instance, request),
    applyResourceChange: (request) => applyResourceChange(instance, request),
    importResourceState: (request) => importResourceState(instance, request),
    generateResourceConfig: (request) => generateResourceConfig(instance, request),
    readDataSource: (request) => readDataSource(instance, request),
    listResource: (request, responses) => listResource(instance, request, responses),
    planAction: (request) => planAction(instance, request),
    invokeAction: (request, responses) => invokeAction(instance, request, responses),
    callFunction: (request) => callFunction(instance, request),
  });
}

/** Logs the start and the end of each call. Without the trace level the handlers are returned unchanged. */
function withTrace<S>(
  { log }: Instance<S>,
  handlers: Handlers<ProviderDefinition>,
): Handlers<ProviderDefinition> {
  if (!log.isEnabled("trace")) return handlers;
  const traced = Object.entries(handlers).map(([name, handler]) => {
    const rpc = name.charAt(0).toUpperCase() + name.slice(1);
    const call = async (request: object, responses?: unknown): Promise<unknown> => {
      const fields = { rpc, ...targetOf(request) };
      log.trace("RPC started", fields);
      const start = performance.now();
      try {
        // The table pairs each handler with its own request.
        return await (handler as (request: object, responses: unknown) => unknown)(request, responses);
      } finally {
        log.trace("RPC finished", { ...fields, duration_ms: Math.round(performance.now() - start) });
      }
    };
    return [name, call];
  });
  return Object.fromEntries(traced) as Handlers<ProviderDefinition>;
}

/** The resource type, data source type, action type or function of a request. */
function targetOf(request: object): Readonly<Record<string, unknown>> {
  if ("typeName" in request) return { type: request.typeName };
  if ("actionType" in request) return { type: request.actionType };
  return "name" in request ? { function: request.name } : {};
}
