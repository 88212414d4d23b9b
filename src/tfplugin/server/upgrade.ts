/**
 * UpgradeResourceState and UpgradeResourceIdentity: convert a stored state or identity from JSON to the current schema. Terraform calls
 * the first one before any other call for a resource.
 */
import { type Awaitable } from "../author/handler-context";
import { CodecError } from "../cty/codec-error";
import { fromExactJson } from "../cty/json-decode";
import { type ExactJson, type JsonValue, parseExactJson, toPlainJson } from "../cty/json-exact";
import { type ObjectType } from "../cty/type";
import { type CtyValue, isObject } from "../cty/value";
import { DiagnosticsError } from "../diagnostics";
import {
  type RawState,
  type UpgradeResourceIdentity_Request,
  type UpgradeResourceIdentity_Response,
  type UpgradeResourceState_Request,
  type UpgradeResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue, toHandlerValue } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { type StateOf } from "../schema/views";
import { requireIdentity } from "./identity";
import { type Entry, type Instance } from "./instance";
import { respond } from "./respond";
import { writeValue } from "./values";

export function upgradeResourceState<S>(
  instance: Instance<S>,
  { typeName, version, rawState }: UpgradeResourceState_Request,
): Promise<UpgradeResourceState_Response> {
  const operation = `Reading the stored state of ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, { upgradedState: undefined }, async (entry) => {
    const { definition, attributeType } = entry;
    const upgraded = await upgrade(`state of ${typeName}`, rawState, version, entry);
    const { session } = instance;
    if (session !== undefined && isObject(upgraded)) {
      // Values are converted by the resource's schema, whose types are erased here.
      const state = toHandlerValue(upgraded, attributeType) as StateOf<Schema>;
      definition.stateLoaded?.({ session, state });
    }
    return { upgradedState: writeValue(upgraded, attributeType) };
  });
}

export function upgradeResourceIdentity<S>(
  instance: Instance<S>,
  { typeName, version, rawIdentity }: UpgradeResourceIdentity_Request,
): Promise<UpgradeResourceIdentity_Response> {
  const operation = `Reading the stored identity of ${typeName}`;
  const find = () => requireIdentity(instance, instance.resource(typeName));
  return respond(instance, operation, find, { upgradedIdentity: undefined }, async (entry) => {
    const upgraded = await upgrade(`identity of ${typeName}`, rawIdentity, version, entry);
    return { upgradedIdentity: { identityData: writeValue(upgraded, entry.attributeType) } };
  });
}

interface Upgradable {
  readonly schema: Schema;
  readonly upgrade?: Readonly<Record<number, (old: JsonValue) => Awaitable<StateOf<Schema>>>>;
}

/** @param what for messages, for example "state of pantry_jar" */
async function upgrade(
  what: string,
  raw: RawState | undefined,
  version: number,
  { definition: { schema, upgrade: steps }, attributeType }: Entry<Upgradable>,
): Promise<CtyValue> {
  const json = raw?.json ?? Buffer.alloc(0);
  if (json.length === 0) throw new CodecError(`The ${what} is not stored as JSON.`);
  const stored = parseExactJson(json.toString("utf8"));
  if (version === schema.version) return fromExactJson(stored, attributeType);
  const step = steps?.[version];
  if (step === undefined) throw unsupportedVersion(what, version, schema.version);
  const upgraded = await step(toPlainJson(stored));
  return fromHandlerValue(upgraded, attributeType, [readCompatible(stored, attributeType)]);
}

/** The attributes of the old value that match the current schema, as references for exact numbers. */
function readCompatible(stored: ExactJson, { fields }: ObjectType): CtyValue {
  if (!(stored instanceof Map)) return null;
  const members = stored as ReadonlyMap<string, ExactJson>;
  return new Map(
    Object.entries(fields).map(([name, field]) => {
      try {
        return [name, fromExactJson(members.get(name) ?? null, field)];
      } catch (error) {
        if (error instanceof CodecError) return [name, null];
        throw error;
      }
    }),
  );
}

function unsupportedVersion(what: string, version: number, current: number): DiagnosticsError {
  return new DiagnosticsError({
    summary: `The stored ${what} cannot be read`,
    detail:
      version > current
        ? `A newer version of the provider wrote it (schema version ${version}, supported: ${current}). ` +
          "Upgrade the provider."
        : `It has schema version ${version}, which this version of the provider (schema version ${current}) does not ` +
          "support. Apply once with an intermediate version of the provider.",
  });
}
