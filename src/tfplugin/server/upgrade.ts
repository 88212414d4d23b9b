/**
 * UpgradeResourceState and UpgradeResourceIdentity: read a stored state or identity from JSON. Terraform calls the first one before any
 * other call for a resource.
 */
import { CodecError } from "../cty/codec-error";
import { decodeJson } from "../cty/decode";
import { type ObjectType } from "../cty/type";
import { type CtyValue, isObject } from "../cty/value";
import { DiagnosticsError } from "../diagnostics";
import { type RawState } from "../protocol/generated/tfplugin6";
import { toValues } from "../schema/handler-value";
import { schemaVersion } from "../schema/schema";
import { requireIdentity } from "./identity";
import { respond, type Rpc } from "./respond";
import { writeValue } from "./values";

export const upgradeResourceState: Rpc<"upgradeResourceState"> = (
  instance,
  { typeName, version, rawState },
) => {
  const operation = `Reading the stored state of ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, { upgradedState: undefined }, ({ definition, attributeType }) => {
    const value = readStored(`state of ${typeName}`, rawState, version, attributeType);
    const { session } = instance;
    if (session !== undefined && isObject(value)) {
      const state = toValues(value, attributeType);
      definition.stateLoaded?.({ session, state });
    }
    return { upgradedState: writeValue(value) };
  });
};

export const upgradeResourceIdentity: Rpc<"upgradeResourceIdentity"> = (
  instance,
  { typeName, version, rawIdentity },
) => {
  const operation = `Reading the stored identity of ${typeName}`;
  const find = () => requireIdentity(instance, instance.resource(typeName));
  return respond(instance, operation, find, { upgradedIdentity: undefined }, ({ attributeType }) => {
    const value = readStored(`identity of ${typeName}`, rawIdentity, version, attributeType);
    return { upgradedIdentity: { identityData: writeValue(value) } };
  });
};

/** @param what for messages, for example "state of pantry_jar" */
function readStored(what: string, raw: RawState | undefined, version: number, type: ObjectType): CtyValue {
  const json = raw?.json ?? Buffer.alloc(0);
  if (json.length === 0) throw new CodecError(`The ${what} is not stored as JSON.`);
  if (version === schemaVersion) return decodeJson(json.toString("utf8"), type);
  throw new DiagnosticsError({
    summary: `The stored ${what} cannot be read`,
    detail:
      `A newer version of the provider wrote it (schema version ${version}, supported: ${schemaVersion}). ` +
      "Upgrade the provider.",
  });
}
