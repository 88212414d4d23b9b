/** ApplyResourceChange: creates if the prior state is null, deletes if the planned state is null, and otherwise updates. */
import { type JsonValue } from "../cty/json";
import { CodecError, type CtyObject, isWhollyKnown, mapMembers, partOf } from "../cty/value";
import { type Diagnostics } from "../diagnostics";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { respond, type Rpc } from "./respond";
import { identityOf, readObject, readPrivate, writePrivate, writeValue } from "./values";

export const applyResourceChange: Rpc<"applyResourceChange"> = (instance, request) => {
  const { typeName, priorState, plannedPrivate, plannedIdentity } = request;
  // A failure keeps the prior state, which is null for a creation.
  const failed = { newState: priorState, private: plannedPrivate, newIdentity: plannedIdentity };
  const operation = `Applying ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, failed, async (resource, context) => {
    const { schema } = resource;
    const { diagnostics } = context;
    const prior = readObject(priorState, schema);
    const planned = readObject(request.plannedState, schema);
    const session = instance.requireSession(operation);
    const common = { ...context, session, private: readPrivate(plannedPrivate) };
    const priorValue = prior && toValues(prior, schema);
    if (planned === null) {
      if (priorValue !== null) await resource.delete({ ...common, prior: priorValue });
      if (diagnostics.hasErrors) return failed;
      return { newState: writeValue(null), private: Buffer.alloc(0), newIdentity: undefined };
    }
    const create = { ...common, planned: toValues(planned, schema) };
    const stored =
      priorValue === null
        ? await resource.create(create)
        : await resource.update({ ...create, prior: priorValue });
    if (stored === undefined) {
      if (diagnostics.hasErrors) return failed;
      throw new Error(`The handler of ${typeName} returned neither a state nor an error.`);
    }
    const state = toNewState(stored.state, schema, [planned, prior], diagnostics);
    return {
      newState: writeValue(state),
      private: toNewPrivate(stored.private, plannedPrivate, diagnostics),
      newIdentity: identityOf(resource, state, context),
    };
  });
};

/**
 * Converts the state that a handler returns after a write. Terraform would lose the object without a state, so an invalid attribute is
 * reported and replaced, and the rest is stored.
 */
function toNewState(
  state: Readonly<Record<string, unknown>>,
  { attributeType }: Schema,
  references: readonly (CtyObject | null)[],
  diagnostics: Diagnostics,
): CtyObject {
  const report = (path: readonly (string | number)[], detail: string) => {
    diagnostics.error({
      path,
      summary: "The provider returned a value that cannot be stored",
      detail: `${detail} This is a bug in the provider. The rest of the state was stored.`,
    });
  };
  return mapMembers(attributeType.fields, (field, name) => {
    const known = references.map((reference) => partOf(reference, name));
    try {
      const value = fromHandlerValue(state[name], field, known);
      if (isWhollyKnown(value)) return value;
      report([name], "The value is still unknown after apply.");
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      report([name, ...error.path], error.message);
    }
    return known.find((value) => value !== null && isWhollyKnown(value)) ?? null;
  });
}

/** Serializes private state. If that fails, it reports an error and returns the previous private state. */
function toNewPrivate(value: JsonValue | undefined, previous: Buffer, diagnostics: Diagnostics): Buffer {
  try {
    return writePrivate(value, previous);
  } catch {
    // The exception is not quoted, because private state may contain secrets.
    diagnostics.error({
      summary: "The provider returned private state that cannot be stored",
      detail: "It is not valid JSON. This is a bug in the provider. The state itself was stored.",
    });
    return previous;
  }
}
