/** Reads stored states and identities, live objects, data sources and objects to import. */
import { decodeJson } from "../cty/json";
import { CodecError, type CtyValue, isObject, valuesEqual } from "../cty/value";
import { type DiagnosticDetails, type Diagnostics, DiagnosticsError } from "../diagnostics";
import {
  type ImportResourceState_Request,
  type RawState,
  type ResourceIdentityData,
} from "../protocol/generated/tfplugin6";
import { type ImportTarget, type Resource, type StateUpgrader } from "../resource";
import { checkConfig } from "../schema/check-config";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { respond, type Rpc } from "./respond";
import {
  identityOf,
  readArguments,
  readObject,
  readPrivate,
  readValue,
  requireIdentity,
  writePrivate,
  writeValue,
} from "./values";

/** Terraform calls it before any other call for a resource. */
export const upgradeResourceState: Rpc<"upgradeResourceState"> = (
  instance,
  { typeName, version, rawState },
) => {
  const operation = `Reading the stored state of ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, { upgradedState: undefined }, (resource) => {
    const { schema, upgraders = [] } = resource;
    const schemas = [...upgraders.map(({ from }) => from), schema];
    const stored = readStored(`state of ${typeName}`, rawState, version, schemas);
    const value = upgraders.slice(version).reduce(upgradeState, stored);
    const { session } = instance;
    if (session !== undefined && isObject(value))
      resource.stateLoaded?.({ session, state: toValues(value, schema) });
    return { upgradedState: writeValue(value) };
  });
};

/** @throws CodecError if the upgrader returns another value than its schema has */
function upgradeState(stored: CtyValue, upgrader: StateUpgrader): CtyValue {
  if (!isObject(stored)) return stored;
  const upgraded = upgrader.upgrade(toValues(stored, upgrader.from));
  return fromHandlerValue(upgraded, upgrader.to.attributeType, [stored]);
}

export const upgradeResourceIdentity: Rpc<"upgradeResourceIdentity"> = (
  instance,
  { typeName, version, rawIdentity },
) => {
  const operation = `Reading the stored identity of ${typeName}`;
  const find = () => requireIdentity(instance.resource(typeName));
  return respond(instance, operation, find, { upgradedIdentity: undefined }, ({ schema }) => {
    const value = readStored(`identity of ${typeName}`, rawIdentity, version, [schema]);
    return { upgradedIdentity: { identityData: writeValue(value) } };
  });
};

/** @param what for messages, for example "state of pantry_jar" @param schemas by version */
function readStored(
  what: string,
  raw: RawState | undefined,
  version: number,
  schemas: readonly Schema[],
): CtyValue {
  const json = raw?.json ?? Buffer.alloc(0);
  if (json.length === 0) throw new CodecError(`The ${what} is not stored as JSON.`);
  const schema = schemas[version];
  if (schema !== undefined) return decodeJson(json.toString("utf8"), schema.attributeType);
  throw new DiagnosticsError({
    summary: `The stored ${what} cannot be read`,
    detail:
      `A newer version of the provider wrote it (schema version ${version}, supported: up to ${schemas.length - 1}). ` +
      "Upgrade the provider.",
  });
}

export const readResource: Rpc<"readResource"> = (
  instance,
  { typeName, currentState, currentIdentity, private: storedPrivate },
) => {
  const stored = { newState: currentState, private: storedPrivate, newIdentity: currentIdentity };
  const find = () => instance.resource(typeName);
  return respond(instance, `Reading ${typeName}`, find, stored, async (resource, context) => {
    const { diagnostics } = context;
    const { schema } = resource;
    const { session } = instance;
    const current = readObject(currentState, schema);
    if (current === null) return stored;
    if (session === undefined) {
      diagnostics.warning({
        summary: `${typeName} was not refreshed`,
        detail:
          "The provider configuration contains values that are known only after apply, so the stored state is used.",
      });
      return stored;
    }
    const read = await resource.read({
      ...context,
      state: toValues(current, schema),
      private: readPrivate(storedPrivate),
      session,
    });
    const state = read.state && fromHandlerValue(read.state, schema.attributeType, [current]);
    const refreshed = {
      newState: writeValue(state),
      private: read.state === null ? Buffer.alloc(0) : writePrivate(read.private, storedPrivate),
      newIdentity: identityOf(resource, state, context),
    };
    if (isChangedIdentity(resource, currentIdentity, refreshed.newIdentity))
      throw new DiagnosticsError(changedIdentity(typeName));
    // After an error, "deleted" is not certain, and must not remove the object from the state.
    return diagnostics.hasErrors ? stored : refreshed;
  });
};

/** A state of an earlier version has no identity. Terraform would store another identity without a word. */
function isChangedIdentity(
  { identity }: Resource,
  before: ResourceIdentityData | undefined,
  after: ResourceIdentityData | undefined,
): boolean {
  if (identity === undefined || before?.identityData === undefined || after?.identityData === undefined)
    return false;
  const { attributeType } = identity.schema;
  const known = readValue(before.identityData, attributeType);
  return known !== null && !valuesEqual(known, readValue(after.identityData, attributeType));
}

const changedIdentity = (typeName: string): DiagnosticDetails => ({
  summary: `The identity of ${typeName} changed during a read`,
  detail: "The identity of an object is constant. This is a bug in the provider. The state is kept.",
});

export const readDataSource: Rpc<"readDataSource"> = (instance, { typeName, config: message }) => {
  const operation = `Reading data.${typeName}`;
  const find = () => instance.dataSource(typeName);
  return respond(instance, operation, find, { state: undefined }, async (dataSource, context) => {
    const { schema } = dataSource;
    const config = readArguments(message, schema);
    const state = await dataSource.read({
      ...context,
      config: toValues(config, schema),
      session: instance.requireSession(operation),
    });
    if (state !== undefined)
      return { state: writeValue(fromHandlerValue(state, schema.attributeType, [config])) };
    if (context.diagnostics.hasErrors) return { state: undefined };
    throw new Error(`The handler of data.${typeName} returned neither a state nor an error.`);
  });
};

export const importResourceState: Rpc<"importResourceState"> = (instance, request) => {
  const { typeName } = request;
  const failed = { importedResources: [] };
  const find = () => instance.resource(typeName);
  return respond(instance, `Importing ${typeName}`, find, failed, async (resource, context) => {
    const { diagnostics } = context;
    if (resource.import === undefined) {
      throw new DiagnosticsError({ summary: `${typeName} does not support import` });
    }
    const session = instance.requireSession(`Importing ${typeName}`);
    const target = readTarget(resource, request, diagnostics);
    if (target === undefined) return failed;
    const stored = await resource.import({ ...context, ...target, session });
    if (stored === undefined) {
      if (diagnostics.hasErrors) return failed;
      throw new DiagnosticsError({ summary: `${typeName} with the ${describe(target)} not found` });
    }
    const state = fromHandlerValue(stored.state, resource.schema.attributeType);
    const imported = {
      typeName,
      state: writeValue(state),
      private: writePrivate(stored.private, Buffer.alloc(0)),
      identity: identityOf(resource, state, context),
    };
    return diagnostics.hasErrors ? failed : { importedResources: [imported] };
  });
};

/** @returns undefined with an error @throws DiagnosticsError, CodecError */
function readTarget(
  resource: Resource,
  { id, identity: message }: ImportResourceState_Request,
  diagnostics: Diagnostics,
): ImportTarget<Schema> | undefined {
  if (message?.identityData === undefined) return { id, identity: undefined };
  const { schema } = requireIdentity(resource);
  const identity = readObject(message.identityData, schema) ?? {};
  if (!checkConfig(schema.attributes, identity, diagnostics)) return undefined;
  return { id: undefined, identity: toValues(identity, schema) };
}

function describe({ id, identity }: ImportTarget<Schema>): string {
  return identity === undefined ? `ID ${JSON.stringify(id)}` : `identity ${JSON.stringify(identity)}`;
}
