/** Maps each call of the plugin protocol to its handler, decodes and encodes its messages, and logs it at trace. */
import { type Awaitable, type Log } from "../diagnostics";
import { type MethodCall, type ResponseStream } from "../grpc/server";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { applyResourceChange } from "./apply-change";
import { callFunction } from "./call-function";
import { configureProvider, validator } from "./configure";
import { generateResourceConfig } from "./generate-config";
import { listResource } from "./list-resource";
import { planResourceChange } from "./plan-change";
import { type ProviderInstance } from "./provider-instance";
import {
  importResourceState,
  readDataSource,
  readResource,
  upgradeResourceIdentity,
  upgradeResourceState,
} from "./read";
import { type Calls, type Rpc } from "./respond";
import { invokeAction, planAction } from "./run-action";
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from "./schemas";

export const handlers: { readonly [Name in keyof Calls]: Rpc<Name> } = {
  getMetadata,
  getProviderSchema,
  getFunctions,
  getResourceIdentitySchemas,
  configureProvider,
  stopProvider: (instance) => {
    instance.stop();
    return { Error: "" };
  },
  validateProviderConfig: validator("the provider", ({ provider }) => provider),
  validateResourceConfig: validator("", (instance, type) => instance.resource(type)),
  validateDataResourceConfig: validator("data.", (instance, type) => instance.dataSource(type)),
  validateListResourceConfig: validator("list.", (instance, type) => instance.list(type)),
  validateActionConfig: validator("action.", (instance, type) => instance.action(type)),
  upgradeResourceState,
  upgradeResourceIdentity,
  readResource,
  planResourceChange,
  applyResourceChange,
  importResourceState,
  generateResourceConfig,
  readDataSource,
  listResource,
  planAction,
  invokeAction,
  callFunction,
};

/** The handlers of an instance with encoded messages, by HTTP path, for example "/tfplugin6.Provider/ReadResource". */
export function providerMethods(instance: ProviderInstance): [path: string, call: MethodCall][] {
  return Object.entries(ProviderDefinition.methods).map(([key, method]) => {
    const { name, requestType, responseType, responseStream } = method;
    // `Calls` pairs each handler with the messages of its method. The loop over entries loses these types.
    const handle = handlers[key as keyof Calls] as (
      instance: ProviderInstance,
      request: object,
      responses?: ResponseStream<never>,
    ) => Awaitable<never>;
    const call: MethodCall = async (bytes, responses) => {
      const request = requestType.decode(bytes);
      const run = (stream?: ResponseStream<never>) =>
        instance.log.isEnabled("trace")
          ? logged(instance.log, name, request, () => handle(instance, request, stream))
          : handle(instance, request, stream);
      const encode = (message: never) => responseType.encode(message).finish();
      if (!responseStream) return encode(await run());
      await run({ signal: responses.signal, send: (message) => responses.send(encode(message)) });
      return undefined;
    };
    return [`/${ProviderDefinition.fullName}/${name}`, call];
  });
}

/** Runs a call, and logs its start and its end at trace. */
async function logged<T>(log: Log, rpc: string, request: object, run: () => Awaitable<T>): Promise<T> {
  const fields = { rpc, ...targetOf(request) };
  log.trace("RPC started", fields);
  const start = performance.now();
  try {
    return await run();
  } finally {
    log.trace("RPC finished", { ...fields, duration_ms: Math.round(performance.now() - start) });
  }
}

/** The resource type, data source type, action type or function of a request. */
function targetOf(request: object): Readonly<Record<string, unknown>> {
  if ("typeName" in request) return { type: request.typeName };
  if ("actionType" in request) return { type: request.actionType };
  return "name" in request ? { function: request.name } : {};
}
