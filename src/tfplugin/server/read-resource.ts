/** ReadResource: what is stored is compared with what is there. */
import { attempt } from "./attempt";
import { type Instance } from "./instance";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type ReadResource_Request, type ReadResource_Response } from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
import { type StateOf } from "../schema/views";

export async function readResource<S>(
  instance: Instance<S>,
  request: ReadResource_Request,
): Promise<ReadResource_Response> {
  const { definition, shape, type } = instance.resource(request.typeName);
  const { log, signal, session } = instance;
  const { result, diagnostics } = await attempt(`Reading ${request.typeName}`, log, async (found) => {
    const stored = readObject(request.currentState, type);
    if (stored === null) return undefined;
    if (session === undefined) {
      found.warning({
        summary: `${request.typeName} was not refreshed`,
        detail: "The provider's configuration is not wholly known yet, so the state is used as it is.",
      });
      return undefined;
    }
    const read = await definition.read({
      // Converted by the resource's own schema, whose types the framework no longer has.
      state: toDomain(stored, shape) as StateOf<Schema>,
      private: readPrivate(request.private),
      session,
      diagnostics: found,
      signal,
      log,
    });
    if (read.state === null) return { newState: writeValue(null, type), private: Buffer.alloc(0) };
    return {
      newState: writeValue(fromDomain(read.state, shape, [stored]), type),
      private: writePrivate(read.private, request.private),
    };
  });
  // "Gone" beside an error is not a sure answer: an error must never drop an object from the state.
  const answer = diagnostics.hasErrors ? undefined : result;
  return {
    newState: answer?.newState ?? request.currentState,
    private: answer?.private ?? request.private,
    diagnostics: toWireDiagnostics(diagnostics.all, shape),
  };
}
