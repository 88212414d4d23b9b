/** ImportResourceState, and its sibling MoveResourceState, which this framework does not offer. */
import { attempt } from "./attempt";
import { type Instance } from "./instance";
import { writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { Diagnostics, DiagnosticsError } from "../diagnostics";
import {
  type ImportResourceState_Request,
  type ImportResourceState_Response,
  type MoveResourceState_Request,
  type MoveResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";

export async function importResourceState<S>(
  instance: Instance<S>,
  { typeName, id }: ImportResourceState_Request,
): Promise<ImportResourceState_Response> {
  const { definition, shape, type } = instance.resource(typeName);
  const { log, signal } = instance;
  const { result, diagnostics } = await attempt(`Importing ${typeName}`, log, async (found) => {
    if (definition.import === undefined) {
      throw new DiagnosticsError({ summary: `${typeName} cannot be imported` });
    }
    const session = instance.requireSession(`Importing ${typeName}`);
    const stored = await definition.import({ id, session, diagnostics: found, signal, log });
    if (stored === undefined) {
      if (found.hasErrors) return undefined;
      throw new DiagnosticsError({ summary: `There is no ${typeName} with the id "${id}"` });
    }
    return {
      typeName,
      state: writeValue(fromDomain(stored.state, shape), type),
      private: writePrivate(stored.private, Buffer.alloc(0)),
    };
  });
  const imported = diagnostics.hasErrors || result === undefined ? [] : [result];
  return { importedResources: imported, diagnostics: toWireDiagnostics(diagnostics.all, shape) };
}

export function moveResourceState(request: MoveResourceState_Request): MoveResourceState_Response {
  const diagnostics = new Diagnostics();
  diagnostics.error({
    summary: "A resource cannot be moved to another type",
    detail:
      `This provider cannot take over ${request.sourceTypeName} as ${request.targetTypeName}. Remove the old one from ` +
      "the state with a removed block and import the object under its new type.",
  });
  return {
    targetState: undefined,
    targetPrivate: Buffer.alloc(0),
    diagnostics: toWireDiagnostics(diagnostics.all, { kind: "object", fields: {} }),
  };
}
