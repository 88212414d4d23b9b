/** ListResource: streams the objects of a resource type, at the speed at which Terraform reads them. */
import { toSafeLine } from "../../diagnostics";
import { Diagnostics, type HandlerContext } from "../diagnostics";
import { type ListResource_Event, type ListResource_Request } from "../protocol/generated/tfplugin6";
import { type List } from "../provider";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type ProviderInstance } from "./provider-instance";
import { addException, noAttributes, type Rpc, toWireDiagnostics, untilAborted } from "./respond";
import { readArguments, requireIdentity, writeIdentity, writeValue } from "./values";

export const listResource: Rpc<"listResource"> = async (instance, request, responses) => {
  const operation = `Listing ${request.typeName}`;
  const limit = request.limit > 0 ? request.limit : Infinity;
  const ended = new AbortController();
  const signal = AbortSignal.any([instance.signal, responses.signal, ended.signal]);
  const diagnostics = new Diagnostics();
  const context = { diagnostics, signal, log: instance.log };
  let attributeType = noAttributes;
  let reported = 0;
  const takeDiagnostics = () => {
    const unsent = diagnostics.all.slice(reported);
    reported += unsent.length;
    return toWireDiagnostics(unsent, attributeType);
  };
  let sent = 0;
  try {
    const list = instance.list(request.typeName);
    ({ attributeType } = list.schema);
    for await (const event of eventsOf(instance, list, { ...request, limit }, context)) {
      if (signal.aborted) break;
      await untilAborted(signal, responses.send({ ...event, diagnostic: takeDiagnostics() }));
      sent++;
      if (diagnostics.hasErrors || sent >= limit) break;
    }
    if (instance.signal.aborted)
      diagnostics.error({ summary: `${operation} was interrupted`, detail: "The list is incomplete." });
  } catch (error) {
    addException(error, operation, diagnostics, instance.log);
  } finally {
    ended.abort();
  }
  const unsent = takeDiagnostics();
  if (unsent.length > 0) await responses.send({ ...emptyEvent, diagnostic: unsent });
};

const emptyEvent: ListResource_Event = {
  identity: undefined,
  displayName: "",
  resourceObject: undefined,
  diagnostic: [],
};

async function* eventsOf(
  instance: ProviderInstance,
  list: List,
  { typeName, config: message, includeResourceObject: includeResource, limit }: ListResource_Request,
  context: HandlerContext,
): AsyncGenerator<ListResource_Event> {
  const resource = instance.resource(typeName);
  const identity = requireIdentity(resource);
  const session = instance.requireSession(`Listing ${typeName}`);
  const config = toValues(readArguments(message, list.schema), list.schema);
  for await (const object of list.list({ ...context, session, config, includeResource, limit })) {
    yield {
      ...emptyEvent,
      identity: writeIdentity(object.identity, identity),
      displayName: toSafeLine(object.displayName),
      resourceObject:
        includeResource && object.state !== undefined
          ? writeValue(fromHandlerValue(object.state, resource.schema.attributeType))
          : undefined,
    };
  }
}
