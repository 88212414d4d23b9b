/** ListResource: streams the objects of a resource type, at the speed at which Terraform reads them. */
import { toSafeLine } from "../../diagnostics";
import { type CancelableContext, Diagnostics } from "../diagnostics";
import {
  type Diagnostic as WireDiagnostic,
  type ListResource_Event,
  type ListResource_Request,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Instance } from "./instance";
import { addException, noAttributes, type Rpc, toWireDiagnostics, untilAborted } from "./respond";
import { readArguments, requireIdentity, writeIdentity, writeValue } from "./values";

export const listResource: Rpc<"listResource"> = async (instance, request, responses) => {
  const operation = `Listing ${request.typeName}`;
  const limit = request.limit > 0 ? request.limit : Infinity;
  const ended = new AbortController();
  const signal = AbortSignal.any([instance.signal, responses.signal, ended.signal]);
  const diagnostics = new UnsentDiagnostics();
  const context = { diagnostics, signal, log: instance.log };
  let sent = 0;
  try {
    for await (const event of eventsOf(instance, { ...request, limit }, context)) {
      if (signal.aborted) break;
      await untilAborted(signal, responses.send({ ...event, diagnostic: diagnostics.take() }));
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
  const unsent = diagnostics.take();
  if (unsent.length > 0) await responses.send({ ...emptyEvent, diagnostic: unsent });
};

const emptyEvent: ListResource_Event = {
  identity: undefined,
  displayName: "",
  resourceObject: undefined,
  diagnostic: [],
};

/** Diagnostics of a list, whose paths are relative to its configuration. */
class UnsentDiagnostics extends Diagnostics {
  #taken = 0;
  attributeType = noAttributes;

  /** Returns the diagnostics since the last call. */
  take(): WireDiagnostic[] {
    const unsent = this.all.slice(this.#taken);
    this.#taken += unsent.length;
    return toWireDiagnostics(unsent, this.attributeType);
  }
}

async function* eventsOf(
  instance: Instance,
  { typeName, config: message, includeResourceObject: includeResource, limit }: ListResource_Request,
  context: Omit<CancelableContext, "diagnostics"> & { readonly diagnostics: UnsentDiagnostics },
): AsyncGenerator<ListResource_Event> {
  const list = instance.list(typeName);
  context.diagnostics.attributeType = list.schema.attributeType;
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
