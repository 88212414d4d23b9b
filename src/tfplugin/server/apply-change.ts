/** ApplyResourceChange: creates if the prior state is null, deletes if the planned state is null, and otherwise updates. */
import { identityOf } from "./identity";
import { runHandler } from "./run-handler";
import { type Entry, type Instance } from "./instance";
import { toNewState, toNewPrivate } from "./new-state";
import { readObject, readPrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type CreateRequest, type Resource, type Stored } from "../author/resource";
import { type CancelableContext } from "../author/handler-context";
import { type CtyObject } from "../cty/value";
import { DiagnosticsError, type Diagnostics } from "../diagnostics";
import { type JsonValue } from "../cty/json-exact";
import {
  type ApplyResourceChange_Request,
  type ApplyResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type KnownConfigOf, type PlannedOf, type StateOf } from "../schema/views";

interface Applied {
  readonly state: CtyObject | null;
  readonly private: JsonValue | undefined;
}

export async function applyResourceChange<S>(
  instance: Instance<S>,
  request: ApplyResourceChange_Request,
): Promise<ApplyResourceChange_Response> {
  const entry = instance.resource(request.typeName);
  const { attributeType, ctyType } = entry;
  const { result, diagnostics } = await runHandler(`Applying ${request.typeName}`, instance.log, (found) =>
    apply(instance, entry, request, found),
  );
  const isDeleted = result?.state === null;
  const newIdentity =
    result === undefined ? request.plannedIdentity : identityOf(instance, entry, result.state, diagnostics);
  const newPrivate = toNewPrivate(result?.private, request.plannedPrivate, diagnostics);
  return {
    // A failure without a result keeps the prior state, which is null for a creation.
    newState: result === undefined ? request.priorState : writeValue(result.state, ctyType),
    private: isDeleted ? Buffer.alloc(0) : newPrivate,
    newIdentity,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}

async function apply<S>(
  instance: Instance<S>,
  entry: Entry<Resource<S>>,
  request: ApplyResourceChange_Request,
  diagnostics: Diagnostics,
): Promise<Applied | undefined> {
  const { definition, attributeType, ctyType } = entry;
  const { typeName } = definition;
  const prior = readObject(request.priorState, ctyType);
  const planned = readObject(request.plannedState, ctyType);
  const common: ApplyContext<S> = {
    session: instance.requireSession(`Applying ${typeName}`),
    private: readPrivate(request.plannedPrivate),
    signal: instance.signal,
    log: instance.log,
    diagnostics,
  };
  if (planned === null) {
    if (prior !== null)
      await definition.delete({ ...common, prior: toHandlerValue(prior, attributeType) as StateOf<Schema> });
    return diagnostics.hasErrors ? undefined : { state: null, private: undefined };
  }
  const config = readObject(request.config, ctyType) ?? planned;
  // Values are converted by the resource's schema, whose types are erased here.
  const create: CreateRequest<S, Schema> = {
    ...common,
    planned: toHandlerValue(planned, attributeType) as PlannedOf<Schema>,
    config: toHandlerValue(config, attributeType) as KnownConfigOf<Schema>,
  };
  const stored =
    prior === null
      ? await definition.create(create)
      : await update(definition, create, toHandlerValue(prior, attributeType) as StateOf<Schema>);
  if (stored === undefined) {
    if (diagnostics.hasErrors) return undefined;
    throw new Error(`The handler of ${typeName} returned neither a state nor an error.`);
  }
  return {
    state: toNewState(stored.state, attributeType, [planned, prior], diagnostics),
    private: stored.private,
  };
}

type ApplyContext<S> = CancelableContext & Pick<CreateRequest<S, Schema>, "session" | "private">;

async function update<S>(
  definition: Resource<S>,
  request: CreateRequest<S, Schema>,
  prior: StateOf<Schema>,
): Promise<Stored<Schema> | undefined> {
  if (definition.update !== undefined) return await definition.update({ ...request, prior });
  throw new DiagnosticsError({
    summary: `${definition.typeName} does not support updates`,
    detail:
      "The provider planned an update in place that it does not implement. This is a bug in the provider.",
  });
}
