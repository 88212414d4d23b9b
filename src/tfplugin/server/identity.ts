/** Identities of resources in messages. */
import { type Resource } from "../author/resource";
import { type CtyObject } from "../cty/value";
import { type Diagnostics, DiagnosticsError } from "../diagnostics";
import { type ResourceIdentityData } from "../protocol/generated/tfplugin6";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { type StateOf } from "../schema/views";
import { type Entry, type Identity, type Instance } from "./instance";
import { addException } from "./respond";
import { readObject, writeValue } from "./values";

/** Undefined without an identity schema. An exception becomes a diagnostic, because the caller must not lose the state. */
export function identityOf(
  instance: Instance,
  resource: Entry<Resource>,
  state: CtyObject | null,
  diagnostics: Diagnostics,
): ResourceIdentityData | undefined {
  const entry = instance.identity(resource);
  if (entry === undefined || state === null) return undefined;
  try {
    const values = toValues(state, resource.attributeType);
    return writeIdentity(entry.definition.of(values), entry);
  } catch (error) {
    addException(error, `Identifying ${resource.definition.typeName}`, diagnostics, instance.log);
    return undefined;
  }
}

export function writeIdentity(
  values: StateOf<Schema>,
  { attributeType }: Entry<Identity>,
): ResourceIdentityData {
  return { identityData: writeValue(fromHandlerValue(values, attributeType)) };
}

/** @throws CodecError */
export function readIdentity(
  message: ResourceIdentityData | undefined,
  { attributeType }: Entry<Identity>,
): CtyObject | null {
  return readObject(message?.identityData, attributeType);
}

/** @throws DiagnosticsError for a resource without an identity */
export function requireIdentity(instance: Instance, resource: Entry<Resource>): Entry<Identity> {
  const entry = instance.identity(resource);
  if (entry !== undefined) return entry;
  throw new DiagnosticsError({ summary: `${resource.definition.typeName} has no identity` });
}
