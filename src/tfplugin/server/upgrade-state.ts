/** UpgradeResourceState: converts a stored state from JSON to the current schema. Terraform calls it first for every resource. */
import { runHandler } from "./run-handler";
import { type Entry, type Instance } from "./instance";
import { writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Resource } from "../author/resource";
import { CodecError } from "../cty/codec-error";
import { fromExactJson } from "../cty/json-decode";
import { parseExactJson, toPlainJson, type ExactJson } from "../cty/json-exact";
import { type CtyValue, isObject } from "../cty/value";
import { DiagnosticsError } from "../diagnostics";
import {
  type UpgradeResourceState_Request,
  type UpgradeResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";
import { ctyTypeOf } from "../schema/attribute-type";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type StateOf } from "../schema/views";

export async function upgradeResourceState<S>(
  instance: Instance<S>,
  request: UpgradeResourceState_Request,
): Promise<UpgradeResourceState_Response> {
  const entry = instance.resource(request.typeName);
  const operation = `Reading the stored state of ${request.typeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, async () => {
    const json = request.rawState?.json ?? Buffer.alloc(0);
    if (json.length === 0) throw new CodecError("The state is not stored as JSON.");
    const upgraded = await upgrade(entry, request.version, parseExactJson(json.toString("utf8")));
    const { session } = instance;
    if (session !== undefined && isObject(upgraded)) {
      // Values are converted by the resource's schema, whose types are erased here.
      const state = toHandlerValue(upgraded, entry.attributeType) as StateOf<Schema>;
      entry.definition.stateLoaded?.({ session, state });
    }
    return writeValue(upgraded, entry.ctyType);
  });
  return { upgradedState: result, diagnostics: toWireDiagnostics(diagnostics.all, entry.attributeType) };
}

async function upgrade<S>(entry: Entry<Resource<S>>, version: number, stored: ExactJson): Promise<CtyValue> {
  const { definition, attributeType, ctyType } = entry;
  const current = definition.schema.version;
  if (version === current) return fromExactJson(stored, ctyType);
  const step = definition.upgrade?.[version];
  if (step === undefined) throw unsupportedVersion(definition.typeName, version, current);
  const state = await step(toPlainJson(stored));
  return fromHandlerValue(state, attributeType, [readCompatible(stored, entry)]);
}

/** The attributes of the old state that match the current schema, as references for exact numbers. */
function readCompatible<S>(stored: ExactJson, { attributeType }: Entry<Resource<S>>): CtyValue {
  if (!(stored instanceof Map)) return null;
  const members = stored as ReadonlyMap<string, ExactJson>;
  return new Map(
    Object.entries(attributeType.fields).map(([name, field]) => {
      try {
        return [name, fromExactJson(members.get(name) ?? null, ctyTypeOf(field))];
      } catch (error) {
        if (error instanceof CodecError) return [name, null];
        throw error;
      }
    }),
  );
}

function unsupportedVersion(typeName: string, version: number, current: number): DiagnosticsError {
  return new DiagnosticsError({
    summary: `The stored state of ${typeName} cannot be read`,
    detail:
      version > current
        ? `A newer version of the provider wrote it (schema version ${version}, supported: ${current}). ` +
          "Upgrade the provider."
        : `It has schema version ${version}, which this version of the provider (schema version ${current}) does not ` +
          "support. Apply once with an intermediate version of the provider.",
  });
}
