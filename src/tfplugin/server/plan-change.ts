/** PlanResourceChange: proposes the planned state and lets the resource's plan() change it. */
import { identityOf } from "./identity";
import { resourceDefaults } from "./resource-defaults";
import { runHandler } from "./run-handler";
import { type Entry, type Instance } from "./instance";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWireDiagnostics, toWirePath } from "./wire-diagnostics";
import { type PlanChanges, type PlanRequest, type Resource } from "../author/resource";
import { within } from "../cty/codec-error";
import { type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics, type Path } from "../diagnostics";
import { type JsonValue } from "../cty/json-exact";
import { propose } from "../plan/propose";
import { pathsRequiringReplace } from "../plan/requires-replace";
import {
  type PlanResourceChange_Request,
  type PlanResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { type ObjectType } from "../schema/attribute-type";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ConfigOf, type ProposedOf, type StateOf } from "../schema/views";

interface PlannedChange {
  readonly planned: CtyValue;
  readonly replace: readonly Path[];
  readonly private: JsonValue | undefined;
}

export async function planResourceChange<S>(
  instance: Instance<S>,
  request: PlanResourceChange_Request,
): Promise<PlanResourceChange_Response> {
  const entry = instance.resource(request.typeName);
  const { attributeType, ctyType } = entry;
  const operation = `Planning ${request.typeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, async (found) => {
    const prior = readObject(request.priorState, ctyType);
    const config = readObject(request.config, ctyType);
    const isDestroy = readObject(request.proposedNewState, ctyType) === null;
    const common = planContext(instance, request, found);
    const change =
      isDestroy || config === null
        ? await planDestroy(entry, prior, common)
        : await planValue(entry, config, prior, common);
    return { ...change, identity: identityOf(instance, entry, prior, found) };
  });
  return {
    plannedState: result === undefined ? request.proposedNewState : writeValue(result.planned, ctyType),
    requiresReplace: (result?.replace ?? []).map((path) => toWirePath(path, attributeType)),
    plannedPrivate: writePrivate(result?.private, request.priorPrivate),
    plannedIdentity: result?.identity,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}

type PlanContext<S> = Pick<
  PlanRequest<S, Schema>,
  "private" | "plannedPrivate" | "session" | "diagnostics" | "signal" | "log"
>;

function planContext<S>(
  { session, signal, log }: Instance<S>,
  request: PlanResourceChange_Request,
  diagnostics: Diagnostics,
): PlanContext<S> {
  const stored = {
    private: readPrivate(request.priorPrivate),
    plannedPrivate: readPrivate(request.plannedPrivate),
  };
  return { ...stored, session, signal, log, diagnostics };
}

async function planDestroy<S>(
  { definition, attributeType }: Entry<Resource<S>>,
  prior: CtyObject | null,
  common: PlanContext<S>,
): Promise<PlannedChange> {
  const changes =
    prior === null
      ? undefined
      : await definition.plan?.({
          ...common,
          action: "destroy",
          config: null,
          prior: toHandlerValue(prior, attributeType) as StateOf<Schema>,
          proposed: null,
        });
  return { planned: null, replace: [], private: changes?.private };
}

async function planValue<S>(
  entry: Entry<Resource<S>>,
  config: CtyObject,
  prior: CtyObject | null,
  common: PlanContext<S>,
): Promise<PlannedChange> {
  const { definition, attributeType } = entry;
  const { attributes } = definition.schema;
  // Values are converted by the resource's schema, whose types are erased here.
  const configValue = toHandlerValue(config, attributeType) as ConfigOf<Schema>;
  const priorValue = prior === null ? null : (toHandlerValue(prior, attributeType) as StateOf<Schema>);
  const defaults = resourceDefaults(entry, config, prior, common.session);
  const proposed = propose(attributes, config, prior, defaults);
  const request = {
    ...common,
    config: configValue,
    proposed: toHandlerValue(proposed, attributeType) as ProposedOf<Schema>,
  };
  const changes: PlanChanges<Schema> | undefined =
    priorValue === null
      ? await definition.plan?.({ ...request, action: "create", prior: null })
      : await definition.plan?.({ ...request, action: "update", prior: priorValue });
  const planned = withPlanned(proposed, prior, changes?.planned ?? {}, attributeType);
  const bySchema = prior === null ? [] : pathsRequiringReplace(attributes, config, prior, planned);
  return { planned, replace: [...bySchema, ...(changes?.replace ?? [])], private: changes?.private };
}

/** Replaces the attributes that the handler returns. The others are not converted, so that unknown set elements stay apart. */
function withPlanned(
  proposed: CtyObject,
  prior: CtyObject | null,
  changes: Readonly<Record<string, unknown>>,
  { fields }: ObjectType,
): CtyObject {
  return new Map(
    [...proposed].map(([name, value]): [string, CtyValue] => {
      const field = fields[name];
      if (field === undefined || !Object.hasOwn(changes, name)) return [name, value];
      const planned = within(name, () =>
        fromHandlerValue(changes[name], field, [value, prior?.get(name) ?? null]),
      );
      return [name, planned];
    }),
  );
}
