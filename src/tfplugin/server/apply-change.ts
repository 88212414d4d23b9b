/** ApplyResourceChange: creates if the prior state is null, deletes if the planned state is null, and otherwise updates. */
import { identityOf } from "./identity";
import { respond, type Rpc } from "./respond";
import { readObject, readPrivate, writeValue, writePrivate } from "./values";
import { type CreateRequest, type Resource, type Stored } from "../author/resource";
import { type CtyObject, containsUnknown, type CtyValue } from "../cty/value";
import { DiagnosticsError, type Diagnostics } from "../diagnostics";
import { type JsonValue } from "../cty/json-exact";
import { type Schema } from "../schema/schema";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type StateOf } from "../schema/views";
import { CodecError } from "../cty/codec-error";
import { type ObjectType } from "../cty/type";

export const applyResourceChange: Rpc<"applyResourceChange"> = (instance, request) => {
  const { typeName, priorState, plannedPrivate, plannedIdentity } = request;
  // A failure keeps the prior state, which is null for a creation.
  const failed = { newState: priorState, private: plannedPrivate, newIdentity: plannedIdentity };
  const find = () => instance.resource(typeName);
  return respond(instance, `Applying ${typeName}`, find, failed, async (entry, diagnostics) => {
    const { definition, attributeType } = entry;
    const prior = readObject(priorState, attributeType);
    const planned = readObject(request.plannedState, attributeType);
    const context = {
      ...instance.context(diagnostics),
      session: instance.requireSession(`Applying ${typeName}`),
      private: readPrivate(plannedPrivate),
    };
    const priorValue = prior && toValues(prior, attributeType);
    if (planned === null) {
      if (priorValue !== null) await definition.delete({ ...context, prior: priorValue });
      if (diagnostics.hasErrors) return failed;
      return { newState: writeValue(null), private: Buffer.alloc(0), newIdentity: undefined };
    }
    const config = readObject(request.config, attributeType) ?? planned;
    const create: CreateRequest<unknown, Schema> = {
      ...context,
      planned: toValues(planned, attributeType),
      config: toValues(config, attributeType),
    };
    const stored =
      priorValue === null ? await definition.create(create) : await update(definition, create, priorValue);
    if (stored === undefined) {
      if (diagnostics.hasErrors) return failed;
      throw new Error(`The handler of ${typeName} returned neither a state nor an error.`);
    }
    const state = toNewState(stored.state, attributeType, [planned, prior], diagnostics);
    return {
      newState: writeValue(state),
      private: toNewPrivate(stored.private, plannedPrivate, diagnostics),
      newIdentity: identityOf(instance, entry, state, diagnostics),
    };
  });
};

async function update(
  definition: Resource,
  request: CreateRequest<unknown, Schema>,
  prior: StateOf<Schema>,
): Promise<Stored<Schema> | undefined> {
  if (definition.update !== undefined) return await definition.update({ ...request, prior });
  throw new DiagnosticsError({
    summary: `${definition.typeName} does not support updates`,
    detail:
      "The provider planned an update in place that it does not implement. This is a bug in the provider.",
  });
}

/**
 * Converts the state that a handler returns after a write. Terraform would lose the object without a state, so an invalid attribute is
 * reported and replaced, and the rest is stored.
 */
function toNewState(
  state: Readonly<Record<string, unknown>>,
  attributeType: ObjectType,
  references: readonly (CtyObject | null)[],
  diagnostics: Diagnostics,
): CtyObject {
  return new Map(
    Object.entries(attributeType.fields).map(([name, field]) => {
      const known = references.map((reference) => reference?.get(name) ?? null);
      try {
        const value = fromHandlerValue(state[name], field, known);
        if (!containsUnknown(value)) return [name, value];
        reportUnstorable(diagnostics, [name], "The value is still unknown after apply.");
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        reportUnstorable(diagnostics, [name, ...error.path], error.message);
      }
      return [name, firstKnown(known)];
    }),
  );
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

function firstKnown(values: readonly CtyValue[]): CtyValue {
  return values.find((value) => value !== null && !containsUnknown(value)) ?? null;
}

function reportUnstorable(
  diagnostics: Diagnostics,
  path: readonly (string | number)[],
  detail: string,
): void {
  diagnostics.error({
    path,
    summary: "The provider returned a value that cannot be stored",
    detail: `${detail} This is a bug in the provider. The rest of the state was stored.`,
  });
}
