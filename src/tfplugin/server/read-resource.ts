/** ReadResource: refreshes the stored state from the live object. */
import { identityOf } from "./identity";
import { runHandler } from "./run-handler";
import { type Instance } from "./instance";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { isObject } from "../cty/value";
import { type ReadResource_Request, type ReadResource_Response } from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type StateOf } from "../schema/views";

export async function readResource<S>(
  instance: Instance<S>,
  request: ReadResource_Request,
): Promise<ReadResource_Response> {
  const entry = instance.resource(request.typeName);
  const { definition, attributeType, ctyType } = entry;
  const { log, signal, session } = instance;
  const { result, diagnostics } = await runHandler(`Reading ${request.typeName}`, log, async (found) => {
    const stored = readObject(request.currentState, ctyType);
    if (stored === null) return undefined;
    if (session === undefined) {
      found.warning({
        summary: `${request.typeName} was not refreshed`,
        detail:
          "The provider configuration contains values that are known only after apply, so the stored state is used.",
      });
      return undefined;
    }
    const read = await definition.read({
      // Values are converted by the resource's schema, whose types are erased here.
      state: toHandlerValue(stored, attributeType) as StateOf<Schema>,
      private: readPrivate(request.private),
      session,
      diagnostics: found,
      signal,
      log,
    });
    if (read.state === null)
      return { newState: writeValue(null, ctyType), private: Buffer.alloc(0), newIdentity: undefined };
    const state = fromHandlerValue(read.state, attributeType, [stored]);
    return {
      newState: writeValue(state, ctyType),
      private: writePrivate(read.private, request.private),
      newIdentity: isObject(state) ? identityOf(instance, entry, state, found) : undefined,
    };
  });
  // After an error, "deleted" is not certain, and must not remove the object from the state.
  const stored = {
    newState: request.currentState,
    private: request.private,
    newIdentity: request.currentIdentity,
  };
  const refreshed = diagnostics.hasErrors || result === undefined ? stored : result;
  return {
    ...refreshed,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}
