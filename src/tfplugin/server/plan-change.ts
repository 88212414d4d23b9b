/** PlanResourceChange: proposes the planned state and lets the resource's plan() change it. */
import { identityOf } from "./identity";
import { respond, type Rpc } from "./respond";
import { type Entry } from "./instance";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWirePath } from "./wire-diagnostics";
import { type PlanChanges, type PlanRequest, type Resource } from "../author/resource";
import { within } from "../cty/codec-error";
import { type CtyObject, type CtyValue } from "../cty/value";
import { type Path } from "../diagnostics";
import { type JsonValue } from "../cty/json-exact";
import { type CancelableContext } from "../author/handler-context";
import { propose } from "../plan/propose";
import { pathsRequiringReplace } from "../plan/requires-replace";
import { type ObjectType } from "../cty/type";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";

interface PlannedChange {
  readonly planned: CtyValue;
  readonly replace: readonly Path[];
  readonly private: JsonValue | undefined;
}

export const planResourceChange: Rpc<"planResourceChange"> = (instance, request) => {
  const { typeName, priorPrivate, proposedNewState } = request;
  const failed = {
    plannedState: proposedNewState,
    requiresReplace: [],
    plannedPrivate: priorPrivate,
    plannedIdentity: undefined,
  };
  const find = () => instance.resource(typeName);
  return respond(instance, `Planning ${typeName}`, find, failed, async (entry, diagnostics) => {
    const { attributeType } = entry;
    const prior = readObject(request.priorState, attributeType);
    const config = readObject(request.config, attributeType);
    const isDestroy = readObject(proposedNewState, attributeType) === null;
    const context: PlanContext = {
      ...instance.context(diagnostics),
      session: instance.session,
      private: readPrivate(priorPrivate),
      plannedPrivate: readPrivate(request.plannedPrivate),
    };
    const change =
      isDestroy || config === null
        ? await planDestroy(entry, prior, context)
        : await planValue(entry, config, prior, context);
    return {
      plannedState: writeValue(change.planned),
      requiresReplace: change.replace.map((path) => toWirePath(path, attributeType)),
      plannedPrivate: writePrivate(change.private, priorPrivate),
      plannedIdentity: identityOf(instance, entry, prior, diagnostics),
    };
  });
};

type PlanContext = CancelableContext &
  Pick<PlanRequest<unknown, Schema>, "private" | "plannedPrivate" | "session">;

async function planDestroy(
  { definition, attributeType }: Entry<Resource>,
  prior: CtyObject | null,
  context: PlanContext,
): Promise<PlannedChange> {
  const changes =
    prior === null
      ? undefined
      : await definition.plan?.({
          ...context,
          action: "destroy",
          config: null,
          prior: toValues(prior, attributeType),
          proposed: null,
        });
  return { planned: null, replace: [], private: changes?.private };
}

async function planValue(
  entry: Entry<Resource>,
  config: CtyObject,
  prior: CtyObject | null,
  context: PlanContext,
): Promise<PlannedChange> {
  const { definition, attributeType } = entry;
  const { attributes } = definition.schema;
  const configValue = toValues(config, attributeType);
  const priorValue = prior === null ? null : toValues(prior, attributeType);
  const equivalents =
    priorValue === null
      ? {}
      : await definition.equivalents?.({
          ...context,
          action: "update",
          config: configValue,
          prior: priorValue,
        });
  const configured = withChanges(config, prior, equivalents ?? {}, attributeType);
  const defaults = resourceDefaults(entry, config, prior, context.session);
  const proposed = propose(attributes, configured, prior, defaults);
  const request = {
    ...context,
    config: configValue,
    proposed: toValues(proposed, attributeType),
  };
  const changes: PlanChanges<Schema> | undefined =
    priorValue === null
      ? await definition.plan?.({ ...request, action: "create", prior: null })
      : await definition.plan?.({ ...request, action: "update", prior: priorValue });
  const planned = withChanges(proposed, prior, changes?.planned ?? {}, attributeType);
  const bySchema = prior === null ? [] : pathsRequiringReplace(attributes, [config, prior, planned]);
  return { planned, replace: [...bySchema, ...(changes?.replace ?? [])], private: changes?.private };
}

/** Replaces the attributes that the handler returns. The others are not converted, so that unknown set elements stay separate. */
function withChanges(
  values: CtyObject,
  prior: CtyObject | null,
  changes: Readonly<Record<string, unknown>>,
  { fields }: ObjectType,
): CtyObject {
  return new Map(
    [...values].map(([name, value]): [string, CtyValue] => {
      const field = fields[name];
      if (field === undefined || !Object.hasOwn(changes, name)) return [name, value];
      const changed = within(name, () =>
        fromHandlerValue(changes[name], field, [value, prior?.get(name) ?? null]),
      );
      return [name, changed];
    }),
  );
}

/** Values that a resource's `defaults()` gives to attributes without a configured value. @param prior null for a creation */
export function resourceDefaults(
  { definition, attributeType }: Entry<Resource>,
  config: CtyObject,
  prior: CtyObject | null,
  session: unknown,
): CtyObject {
  const defaults = definition.defaults?.({
    config: toValues(config, attributeType),
    prior: prior === null ? null : toValues(prior, attributeType),
    session,
  });
  return new Map(
    Object.entries(defaults ?? {}).flatMap(([name, value]): [string, CtyValue][] => {
      const field = attributeType.fields[name];
      return field === undefined ? [] : [[name, within(name, () => fromHandlerValue(value, field, []))]];
    }),
  );
}
