/** ImportResourceState: finds an object by the ID or the identity that the user entered. */
import { runHandler } from "./run-handler";
import { identityOf, readIdentity, requireIdentity } from "./identity";
import { type Entry, type Instance } from "./instance";
import { writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type ImportTarget } from "../author/identity";
import { type Resource } from "../author/resource";
import { isObject } from "../cty/value";
import { type Diagnostics, DiagnosticsError } from "../diagnostics";
import {
  type ImportResourceState_Request,
  type ImportResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type KnownConfigOf } from "../schema/views";

export async function importResourceState<S>(
  instance: Instance<S>,
  request: ImportResourceState_Request,
): Promise<ImportResourceState_Response> {
  const { typeName } = request;
  const entry = instance.resource(typeName);
  const { definition, attributeType, ctyType } = entry;
  const { log, signal } = instance;
  const { result, diagnostics } = await runHandler(`Importing ${typeName}`, log, async (found) => {
    if (definition.import === undefined) {
      throw new DiagnosticsError({ summary: `${typeName} does not support import` });
    }
    const session = instance.requireSession(`Importing ${typeName}`);
    const target = readTarget(instance, entry, request, found);
    if (target === undefined) return undefined;
    const stored = await definition.import({ ...target, session, diagnostics: found, signal, log });
    if (stored === undefined) {
      if (found.hasErrors) return undefined;
      throw new DiagnosticsError({ summary: `${typeName} with the ${describe(target)} not found` });
    }
    const state = fromHandlerValue(stored.state, attributeType);
    return {
      typeName,
      state: writeValue(state, ctyType),
      private: writePrivate(stored.private, Buffer.alloc(0)),
      identity: isObject(state) ? identityOf(instance, entry, state, found) : undefined,
    };
  });
  const imported = diagnostics.hasErrors || result === undefined ? [] : [result];
  return { importedResources: imported, diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}

/** @returns undefined with an error @throws DiagnosticsError, CodecError */
function readTarget<S>(
  instance: Instance<S>,
  resource: Entry<Resource<S>>,
  { id, identity: message }: ImportResourceState_Request,
  diagnostics: Diagnostics,
): ImportTarget<Schema> | undefined {
  if (message?.identityData === undefined) return { id, identity: undefined };
  const entry = requireIdentity(instance, resource);
  const identity = readIdentity(message, entry) ?? new Map();
  checkConfig(entry.definition.schema.attributes, identity, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  // Values are converted by the identity's schema, whose types are erased here.
  return { id: undefined, identity: toHandlerValue(identity, entry.attributeType) as KnownConfigOf<Schema> };
}

function describe({ id, identity }: ImportTarget<Schema>): string {
  return identity === undefined ? `ID ${JSON.stringify(id)}` : `identity ${JSON.stringify(identity)}`;
}
