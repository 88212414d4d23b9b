/** The provider service: a table from the protocol's calls to the files that answer them. */
import { applyResourceChange } from "./apply-change";
import { attempt } from "./attempt";
import { callFunction } from "./call-function";
import { configureProvider } from "./configure";
import { getFunctions, getMetadata, getProviderSchema } from "./describe";
import { importResourceState, moveResourceState } from "./import-resource";
import { type Instance } from "./instance";
import { planResourceChange } from "./plan-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { upgradeResourceState } from "./upgrade-state";
import { validate } from "./validate";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Handlers } from "../grpc/service";
import { type Diagnostic, type ProviderDefinition } from "../protocol/generated/tfplugin6";

export function providerService<S>(instance: Instance<S>): Handlers<ProviderDefinition> {
  const answer = <Request, Response extends { diagnostics: Diagnostic[] }>(
    handler: (request: Request) => Response | Promise<Response>,
    empty: Omit<Response, "diagnostics">,
  ) => guarded(instance, handler, empty);
  return {
    getMetadata: () => getMetadata(instance),
    getProviderSchema: () => getProviderSchema(instance),
    getFunctions: () => getFunctions(instance),
    validateProviderConfig: ({ config }) => validate(instance, instance.provider, "the provider", config),
    validateResourceConfig: answer(
      ({ typeName, config }) => validate(instance, instance.resource(typeName), typeName, config),
      {},
    ),
    validateDataResourceConfig: answer(
      ({ typeName, config }) => validate(instance, instance.dataSource(typeName), `data.${typeName}`, config),
      {},
    ),
    configureProvider: (request) => configureProvider(instance, request),
    stopProvider: () => {
      instance.stop();
      return { Error: "" };
    },
    upgradeResourceState: answer((request) => upgradeResourceState(instance, request), {
      upgradedState: undefined,
    }),
    readResource: answer((request) => readResource(instance, request), {
      newState: undefined,
      private: nothing,
    }),
    planResourceChange: answer((request) => planResourceChange(instance, request), {
      plannedState: undefined,
      requiresReplace: [],
      plannedPrivate: nothing,
    }),
    applyResourceChange: answer((request) => applyResourceChange(instance, request), {
      newState: undefined,
      private: nothing,
    }),
    importResourceState: answer((request) => importResourceState(instance, request), {
      importedResources: [],
    }),
    moveResourceState,
    readDataSource: answer((request) => readDataSource(instance, request), { state: undefined }),
    callFunction: (request) => callFunction(instance, request),
  };
}

const nothing = Buffer.alloc(0);

/** For what goes wrong before a handler is even found, such as an unknown type name. */
function guarded<S, Request, Response extends { diagnostics: Diagnostic[] }>(
  { log }: Instance<S>,
  handler: (request: Request) => Response | Promise<Response>,
  empty: Omit<Response, "diagnostics">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { result, diagnostics } = await attempt("The request", log, () => handler(request));
    const failed = {
      ...empty,
      diagnostics: toWireDiagnostics(diagnostics.all, { kind: "object", fields: {} }),
    };
    // `empty` has every other field of the response by its type; the compiler cannot put the two together.
    return result ?? (failed as unknown as Response);
  };
}
