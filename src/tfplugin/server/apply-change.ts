/** ApplyResourceChange: create, update or delete, told apart by which of prior and planned value is null. */
import { attempt } from "./attempt";
import { type Entry, type Instance } from "./instance";
import { storable, storablePrivate } from "./storable";
import { readObject, readPrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type CreateRequest, type Resource, type Stored } from "../author/resource";
import { type Online } from "../author/request";
import { type CtyObject } from "../cty/value";
import { DiagnosticsError, type Diagnostics } from "../diagnostics";
import { type JsonValue } from "../json";
import {
  type ApplyResourceChange_Request,
  type ApplyResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
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
  const { shape, type } = entry;
  const { result, diagnostics } = await attempt(`Applying ${request.typeName}`, instance.log, (found) =>
    apply(instance, entry, request, found),
  );
  const isGone = result?.state === null;
  const kept = storablePrivate(result?.private, request.plannedPrivate, diagnostics);
  return {
    // Without a result everything is as it was before: nothing for a creation, else the prior state.
    newState: result === undefined ? request.priorState : writeValue(result.state, type),
    private: isGone ? Buffer.alloc(0) : kept,
    diagnostics: toWireDiagnostics(diagnostics.all, shape),
  };
}

async function apply<S>(
  instance: Instance<S>,
  entry: Entry<Resource<S>>,
  request: ApplyResourceChange_Request,
  diagnostics: Diagnostics,
): Promise<Applied | undefined> {
  const { definition, shape, type } = entry;
  const { typeName } = definition;
  const prior = readObject(request.priorState, type);
  const planned = readObject(request.plannedState, type);
  const live: Live<S> = {
    session: instance.requireSession(`Applying ${typeName}`),
    private: readPrivate(request.plannedPrivate),
    signal: instance.signal,
    log: instance.log,
    diagnostics,
  };
  if (planned === null) {
    if (prior !== null)
      await definition.delete({ ...live, prior: toDomain(prior, shape) as StateOf<Schema> });
    return diagnostics.hasErrors ? undefined : { state: null, private: undefined };
  }
  const config = readObject(request.config, type) ?? planned;
  // Values are converted by the resource's own schema, whose types the framework no longer has.
  const create: CreateRequest<S, Schema> = {
    ...live,
    planned: toDomain(planned, shape) as PlannedOf<Schema>,
    config: toDomain(config, shape) as KnownConfigOf<Schema>,
  };
  const stored =
    prior === null
      ? await definition.create(create)
      : await update(definition, create, toDomain(prior, shape) as StateOf<Schema>);
  if (stored === undefined) {
    withoutState(diagnostics, typeName);
    return;
  }
  return { state: storable(stored.state, shape, [planned, prior], diagnostics), private: stored.private };
}

type Live<S> = Online & Pick<CreateRequest<S, Schema>, "session" | "private">;

async function update<S>(
  definition: Resource<S>,
  request: CreateRequest<S, Schema>,
  prior: StateOf<Schema>,
): Promise<Stored<Schema> | undefined> {
  if (definition.update !== undefined) return await definition.update({ ...request, prior });
  throw new DiagnosticsError({
    summary: `${definition.typeName} cannot be changed in place`,
    detail: "The provider planned an update that it does not implement. This is a bug in the provider.",
  });
}

/** Undefined is a handler's way to say "nothing done", but only beside an error. */
function withoutState(diagnostics: Diagnostics, typeName: string): undefined {
  if (diagnostics.hasErrors) return;
  throw new Error(`The handler of ${typeName} returned neither a state nor an error.`);
}
