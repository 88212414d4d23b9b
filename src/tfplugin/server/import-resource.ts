/** ImportResourceState and MoveResourceState. Moving between resource types is not supported. */
import { runHandler } from "./run-handler";
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
import { fromHandlerValue } from "../schema/from-handler-value";

export async function importResourceState<S>(
  instance: Instance<S>,
  { typeName, id }: ImportResourceState_Request,
): Promise<ImportResourceState_Response> {
  const { definition, attributeType, ctyType } = instance.resource(typeName);
  const { log, signal } = instance;
  const { result, diagnostics } = await runHandler(`Importing ${typeName}`, log, async (found) => {
    if (definition.import === undefined) {
      throw new DiagnosticsError({ summary: `${typeName} does not support import` });
    }
    const session = instance.requireSession(`Importing ${typeName}`);
    const stored = await definition.import({ id, session, diagnostics: found, signal, log });
    if (stored === undefined) {
      if (found.hasErrors) return undefined;
      throw new DiagnosticsError({ summary: `${typeName} with the ID "${id}" not found` });
    }
    return {
      typeName,
      state: writeValue(fromHandlerValue(stored.state, attributeType), ctyType),
      private: writePrivate(stored.private, Buffer.alloc(0)),
    };
  });
  const imported = diagnostics.hasErrors || result === undefined ? [] : [result];
  return { importedResources: imported, diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}

export function moveResourceState(request: MoveResourceState_Request): MoveResourceState_Response {
  const diagnostics = new Diagnostics();
  diagnostics.error({
    summary: "Moving between resource types is not supported",
    detail:
      `This provider cannot move ${request.sourceTypeName} to ${request.targetTypeName}. Remove the resource from the ` +
      "state with a removed block, and import the object under its new type.",
  });
  return {
    targetState: undefined,
    targetPrivate: Buffer.alloc(0),
    diagnostics: toWireDiagnostics(diagnostics.all, { kind: "object", fields: {} }),
  };
}
