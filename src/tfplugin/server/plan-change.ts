/** PlanResourceChange: the framework's proposal, refined by the author's plan(). */
import { attempt } from "./attempt";
import { type Entry, type Instance } from "./instance";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWireDiagnostics, toWirePath } from "./wire-diagnostics";
import { type PlanChanges, type PlanRequest, type Resource } from "../author/resource";
import { isObject, type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics, type Path } from "../diagnostics";
import { type JsonValue } from "../json";
import { propose } from "../plan/propose";
import { replacements } from "../plan/replacement";
import {
  type PlanResourceChange_Request,
  type PlanResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
import { type ConfigOf, type ProposedOf, type StateOf } from "../schema/views";

interface Plan {
  readonly planned: CtyValue;
  readonly replace: readonly Path[];
  readonly private: JsonValue | undefined;
}

export async function planResourceChange<S>(
  instance: Instance<S>,
  request: PlanResourceChange_Request,
): Promise<PlanResourceChange_Response> {
  const entry = instance.resource(request.typeName);
  const { shape, type } = entry;
  const { result, diagnostics } = await attempt(`Planning ${request.typeName}`, instance.log, (found) => {
    const prior = readObject(request.priorState, type);
    const config = readObject(request.config, type);
    const isDestroy = readObject(request.proposedNewState, type) === null;
    const common = commonParts(instance, request, found);
    if (isDestroy || config === null) return planDestroy(entry, prior, common);
    return planValue(entry, config, prior, common);
  });
  return {
    plannedState: result === undefined ? request.proposedNewState : writeValue(result.planned, type),
    requiresReplace: (result?.replace ?? []).map((path) => toWirePath(path, shape)),
    plannedPrivate: writePrivate(result?.private, request.priorPrivate),
    diagnostics: toWireDiagnostics(diagnostics.all, shape),
  };
}

type Common<S> = Pick<PlanRequest<S, Schema>, "private" | "session" | "diagnostics" | "signal" | "log">;

function commonParts<S>(
  { session, signal, log }: Instance<S>,
  request: PlanResourceChange_Request,
  diagnostics: Diagnostics,
): Common<S> {
  return { private: readPrivate(request.priorPrivate), session, signal, log, diagnostics };
}

async function planDestroy<S>(
  { definition, shape }: Entry<Resource<S>>,
  prior: CtyObject | null,
  common: Common<S>,
): Promise<Plan> {
  const changes =
    prior === null
      ? undefined
      : await definition.plan?.({
          ...common,
          action: "destroy",
          config: null,
          prior: toDomain(prior, shape) as StateOf<Schema>,
          proposed: null,
        });
  return { planned: null, replace: [], private: changes?.private };
}

async function planValue<S>(
  { definition, shape }: Entry<Resource<S>>,
  config: CtyObject,
  prior: CtyObject | null,
  common: Common<S>,
): Promise<Plan> {
  const { attributes } = definition.schema;
  const proposed = propose(attributes, config, prior);
  // Values are converted by the resource's own schema, whose types the framework no longer has.
  const request = {
    ...common,
    config: toDomain(config, shape) as ConfigOf<Schema>,
    proposed: toDomain(proposed, shape) as ProposedOf<Schema>,
  };
  const changes: PlanChanges<Schema> | undefined =
    prior === null
      ? await definition.plan?.({ ...request, action: "create", prior: null })
      : await definition.plan?.({
          ...request,
          action: "update",
          prior: toDomain(prior, shape) as StateOf<Schema>,
        });
  const planned =
    changes?.planned === undefined ? proposed : fromDomain(changes.planned, shape, [proposed, prior]);
  const bySchema =
    prior === null || !isObject(planned) ? [] : replacements(attributes, config, prior, planned);
  return { planned, replace: [...bySchema, ...(changes?.replace ?? [])], private: changes?.private };
}
