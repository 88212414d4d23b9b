/** MoveResourceState: converts the state of another resource type, for a `moved` block. */
import { identityOf } from "./identity";
import { type Instance } from "./instance";
import { runHandler } from "./run-handler";
import { writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { parseExactJson, toPlainJson } from "../cty/json-exact";
import { isObject } from "../cty/value";
import { DiagnosticsError } from "../diagnostics";
import {
  type MoveResourceState_Request,
  type MoveResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";

export async function moveResourceState<S>(
  instance: Instance<S>,
  request: MoveResourceState_Request,
): Promise<MoveResourceState_Response> {
  const { sourceTypeName, targetTypeName } = request;
  const entry = instance.resource(targetTypeName);
  const { definition, attributeType, ctyType } = entry;
  const operation = `Moving ${sourceTypeName} to ${targetTypeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, async (found) => {
    const json = request.sourceState?.json.toString("utf8") ?? "";
    const stored = await definition.move?.({
      sourceProvider: request.sourceProviderAddress,
      sourceTypeName,
      sourceVersion: request.sourceSchemaVersion,
      sourceState: json === "" ? null : toPlainJson(parseExactJson(json)),
      diagnostics: found,
      log: instance.log,
    });
    if (stored === undefined) {
      if (found.hasErrors) return undefined;
      throw cannotMove(sourceTypeName, targetTypeName);
    }
    const state = fromHandlerValue(stored.state, attributeType);
    return {
      targetState: writeValue(state, ctyType),
      targetPrivate: writePrivate(stored.private, Buffer.alloc(0)),
      targetIdentity: isObject(state) ? identityOf(instance, entry, state, found) : undefined,
    };
  });
  return {
    targetState: result?.targetState,
    targetPrivate: result?.targetPrivate ?? Buffer.alloc(0),
    targetIdentity: result?.targetIdentity,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}

function cannotMove(source: string, target: string): DiagnosticsError {
  return new DiagnosticsError({
    summary: `${source} cannot be moved to ${target}`,
    detail:
      "Remove the resource from the state with a removed block, and import the object under its new type.",
  });
}
