/** Maps each call of the plugin protocol to its handler, and logs it at trace. */
import { applyResourceChange } from "./apply-change";
import { callFunction } from "./call-function";
import { configureProvider } from "./configure";
import { getFunctions, getMetadata, getProviderSchema } from "./describe";
import { generateResourceConfig } from "./generate-config";
import { getResourceIdentitySchemas, upgradeResourceIdentity } from "./identity";
import { importResourceState } from "./import-resource";
import { type Instance } from "./instance";
import { listResource } from "./list-resource";
import { planResourceChange } from "./plan-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { invokeAction, planAction } from "./run-action";
import { runHandler } from "./run-handler";
import { upgradeResourceState } from "./upgrade-state";
import { validate } from "./validate";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Handlers } from "../grpc/service";
import { type Diagnostic, type ProviderDefinition } from "../protocol/generated/tfplugin6";

export function providerService<S>(instance: Instance<S>): Handlers<ProviderDefinition> {
  const guard = <Request, Response extends { diagnostics: Diagnostic[] }>(
    handler: (request: Request) => Response | Promise<Response>,
    empty: Omit<Response, "diagnostics">,
  ) => withDiagnostics(instance, handler, empty);
  return withTrace(instance, {
    getMetadata: () => getMetadata(instance),
    getProviderSchema: () => getProviderSchema(instance),
    getFunctions: () => getFunctions(instance),
    validateProviderConfig: ({ config }) => validate(instance, instance.provider, "the provider", config),
    validateResourceConfig: guard(
      ({ typeName, config }) => validate(instance, instance.resource(typeName), typeName, config),
      {},
    ),
    validateDataResourceConfig: guard(
      ({ typeName, config }) => validate(instance, instance.dataSource(typeName), `data.${typeName}`, config),
      {},
    ),
    configureProvider: (request) => configureProvider(instance, request),
    stopProvider: () => {
      instance.stop();
      return { Error: "" };
    },
    upgradeResourceState: guard((request) => upgradeResourceState(instance, request), {
      upgradedState: undefined,
    }),
    readResource: guard((request) => readResource(instance, request), {
      newState: undefined,
      private: emptyPrivate,
      newIdentity: undefined,
    }),
    planResourceChange: guard((request) => planResourceChange(instance, request), {
      plannedState: undefined,
      requiresReplace: [],
      plannedPrivate: emptyPrivate,
      plannedIdentity: undefined,
    }),
    applyResourceChange: guard((request) => applyResourceChange(instance, request), {
      newState: undefined,
      private: emptyPrivate,
      newIdentity: undefined,
    }),
    importResourceState: guard((request) => importResourceState(instance, request), {
      importedResources: [],
    }),
    getResourceIdentitySchemas: () => getResourceIdentitySchemas(instance),
    upgradeResourceIdentity: guard((request) => upgradeResourceIdentity(instance, request), {
      upgradedIdentity: undefined,
    }),
    generateResourceConfig: guard((request) => generateResourceConfig(instance, request), {
      config: undefined,
    }),
    readDataSource: guard((request) => readDataSource(instance, request), { state: undefined }),
    validateListResourceConfig: guard(
      ({ typeName, config }) => validate(instance, instance.list(typeName), `list.${typeName}`, config),
      {},
    ),
    listResource: (request, responses) => listResource(instance, request, responses),
    validateActionConfig: guard(
      ({ typeName, config }) => validate(instance, instance.action(typeName), `action.${typeName}`, config),
      {},
    ),
    planAction: guard((request) => planAction(instance, request), {}),
    invokeAction: (request, responses) => invokeAction(instance, request, responses),
    callFunction: (request) => callFunction(instance, request),
  });
}

const emptyPrivate = Buffer.alloc(0);

/** Reports failures before a handler runs, such as an unknown type name, as diagnostics. */
function withDiagnostics<S, Request, Response extends { diagnostics: Diagnostic[] }>(
  { log }: Instance<S>,
  handler: (request: Request) => Response | Promise<Response>,
  empty: Omit<Response, "diagnostics">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { result, diagnostics } = await runHandler("The request", log, () => handler(request));
    const failed = {
      ...empty,
      diagnostics: toWireDiagnostics(diagnostics.all, { kind: "object", fields: {} }),
    };
    // `empty` has every other field of the response by its type, but the compiler cannot combine the two.
    return result ?? (failed as unknown as Response);
  };
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
