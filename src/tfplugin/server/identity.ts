/** GetResourceIdentitySchemas and UpgradeResourceIdentity, and the identities in other calls. */
import { type Entry, type Identity, type Instance } from "./instance";
import { addException, runHandler } from "./run-handler";
import { readObject, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { toWireIdentitySchema } from "./wire-schema";
import { type Resource } from "../author/resource";
import { CodecError } from "../cty/codec-error";
import { fromExactJson } from "../cty/json-decode";
import { parseExactJson, toPlainJson } from "../cty/json-exact";
import { type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics, DiagnosticsError } from "../diagnostics";
import {
  type GetResourceIdentitySchemas_Response,
  type ResourceIdentityData,
  type UpgradeResourceIdentity_Request,
  type UpgradeResourceIdentity_Response,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type StateOf } from "../schema/views";

export function getResourceIdentitySchemas<S>({
  provider: { definition },
}: Instance<S>): GetResourceIdentitySchemas_Response {
  return {
    identitySchemas: Object.fromEntries(
      definition.resources.flatMap(({ typeName, identity }) =>
        identity === undefined ? [] : [[typeName, toWireIdentitySchema(identity.schema)] as const],
      ),
    ),
    diagnostics: [],
  };
}

export async function upgradeResourceIdentity<S>(
  instance: Instance<S>,
  { typeName, version, rawIdentity }: UpgradeResourceIdentity_Request,
): Promise<UpgradeResourceIdentity_Response> {
  const entry = requireIdentity(instance, instance.resource(typeName));
  const operation = `Reading the stored identity of ${typeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, async () => {
    const json = rawIdentity?.json ?? Buffer.alloc(0);
    if (json.length === 0) throw new CodecError("The identity is not stored as JSON.");
    const stored = parseExactJson(json.toString("utf8"));
    const { schema, upgrade } = entry.definition;
    if (version === schema.version) return toWireIdentity(fromExactJson(stored, entry.ctyType), entry);
    const step = upgrade?.[version];
    if (step === undefined) {
      throw new DiagnosticsError({
        summary: `The stored identity of ${typeName} cannot be read`,
        detail:
          `It has schema version ${version}, which this version of the provider (schema version ${schema.version}) does not ` +
          "support. Upgrade the provider.",
      });
    }
    return toWireIdentity(fromHandlerValue(await step(toPlainJson(stored)), entry.attributeType), entry);
  });
  return { upgradedIdentity: result, diagnostics: toWireDiagnostics(diagnostics.all, entry.attributeType) };
}

/**
 * Returns the identity of a stored object; undefined without an identity schema. An exception becomes a diagnostic, because the caller
 * must not lose the state.
 */
export function identityOf<S>(
  instance: Instance<S>,
  resource: Entry<Resource<S>>,
  state: CtyObject | null,
  diagnostics: Diagnostics,
): ResourceIdentityData | undefined {
  const entry = instance.identity(resource);
  if (entry === undefined || state === null) return undefined;
  try {
    // Values are converted by the schemas, whose types are erased here.
    const values = toHandlerValue(state, resource.attributeType) as StateOf<Schema>;
    return writeIdentity(entry.definition.of(values), entry);
  } catch (error) {
    addException(error, `Identifying ${resource.definition.typeName}`, diagnostics, instance.log);
    return undefined;
  }
}

export function writeIdentity(values: StateOf<Schema>, entry: Entry<Identity>): ResourceIdentityData {
  return toWireIdentity(fromHandlerValue(values, entry.attributeType), entry);
}

/** @throws CodecError */
export function readIdentity(
  message: ResourceIdentityData | undefined,
  entry: Entry<Identity>,
): CtyObject | null {
  return readObject(message?.identityData, entry.ctyType);
}

/** @throws DiagnosticsError for a resource without an identity */
export function requireIdentity<S>(instance: Instance<S>, resource: Entry<Resource<S>>): Entry<Identity> {
  const entry = instance.identity(resource);
  if (entry !== undefined) return entry;
  throw new DiagnosticsError({ summary: `${resource.definition.typeName} has no identity` });
}

function toWireIdentity(value: CtyValue, { ctyType }: Entry<Identity>): ResourceIdentityData {
  return { identityData: writeValue(value, ctyType) };
}
