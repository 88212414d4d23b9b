/** ImportResourceState: finds an object by the ID or the identity that the user entered. */
import { respond, type Rpc } from "./respond";
import { identityOf, readIdentity, requireIdentity } from "./identity";
import { type Entry, type Instance } from "./instance";
import { writePrivate, writeValue } from "./values";
import { type ImportTarget, type Resource } from "../author/resource";
import { isObject } from "../cty/value";
import { type Diagnostics, DiagnosticsError } from "../diagnostics";
import { type ImportResourceState_Request } from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";

export const importResourceState: Rpc<"importResourceState"> = (instance, request) => {
  const { typeName } = request;
  const failed = { importedResources: [] };
  const find = () => instance.resource(typeName);
  return respond(instance, `Importing ${typeName}`, find, failed, async (entry, diagnostics) => {
    const { definition, attributeType } = entry;
    if (definition.import === undefined) {
      throw new DiagnosticsError({ summary: `${typeName} does not support import` });
    }
    const session = instance.requireSession(`Importing ${typeName}`);
    const target = readTarget(instance, entry, request, diagnostics);
    if (target === undefined) return failed;
    const stored = await definition.import({ ...instance.context(diagnostics), ...target, session });
    if (stored === undefined) {
      if (diagnostics.hasErrors) return failed;
      throw new DiagnosticsError({ summary: `${typeName} with the ${describe(target)} not found` });
    }
    const state = fromHandlerValue(stored.state, attributeType);
    const imported = {
      typeName,
      state: writeValue(state),
      private: writePrivate(stored.private, Buffer.alloc(0)),
      identity: isObject(state) ? identityOf(instance, entry, state, diagnostics) : undefined,
    };
    return diagnostics.hasErrors ? failed : { importedResources: [imported] };
  });
};

/** @returns undefined with an error @throws DiagnosticsError, CodecError */
function readTarget(
  instance: Instance,
  resource: Entry<Resource>,
  { id, identity: message }: ImportResourceState_Request,
  diagnostics: Diagnostics,
): ImportTarget<Schema> | undefined {
  if (message?.identityData === undefined) return { id, identity: undefined };
  const entry = requireIdentity(instance, resource);
  const identity = readIdentity(message, entry) ?? new Map();
  if (!checkConfig(entry.definition.schema.attributes, identity, diagnostics)) return undefined;
  return { id: undefined, identity: toValues(identity, entry.attributeType) };
}

function describe({ id, identity }: ImportTarget<Schema>): string {
  return identity === undefined ? `ID ${JSON.stringify(id)}` : `identity ${JSON.stringify(identity)}`;
}
