/** PlanResourceChange: proposes the planned state and lets the resource's plan() change it. */
import { type JsonValue } from "../cty/json";
import { type CtyObject, type CtyValue, mapMembers, partOf } from "../cty/value";
import { type ValueLocation } from "../diagnostics";
import { type PlanChanges, type PlanCommon, type Resource } from "../resource";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { logDifferences } from "./log-differences";
import { pathsRequiringReplace, propose } from "./propose";
import { respond, type Rpc, toWirePath } from "./respond";
import { identityOf, readObject, readPrivate, writePrivate, writeValue } from "./values";

interface PlannedChange {
  readonly planned: CtyValue;
  readonly replace: readonly ValueLocation[];
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
  return respond(instance, `Planning ${typeName}`, find, failed, async (resource, context) => {
    const { schema } = resource;
    const prior = readObject(request.priorState, schema);
    const config = readObject(request.config, schema);
    const common = {
      ...context,
      session: instance.session,
      private: readPrivate(priorPrivate),
      plannedPrivate: readPrivate(request.plannedPrivate),
    };
    const change =
      config === null
        ? await planDestroy(resource, prior, common)
        : await planValue(resource, config, prior, common);
    return {
      plannedState: writeValue(change.planned),
      requiresReplace: change.replace.map((path) => toWirePath(path, schema.attributeType)),
      plannedPrivate: writePrivate(change.private, priorPrivate),
      plannedIdentity: identityOf(resource, prior, context),
    };
  });
};

async function planDestroy(
  resource: Resource,
  prior: CtyObject | null,
  common: PlanCommon<unknown>,
): Promise<PlannedChange> {
  const unchanged = { planned: null, replace: [] };
  if (prior === null) return { ...unchanged, private: undefined };
  const request = { ...common, action: "destroy", config: null, proposed: null } as const;
  const changes = await resource.plan?.({ ...request, prior: toValues(prior, resource.schema) });
  if (changes?.planned !== undefined || changes?.replace !== undefined)
    throw new Error(`The plan of a deletion of ${resource.typeName} has planned values.`);
  return { ...unchanged, private: changes?.private };
}

async function planValue(
  resource: Resource,
  config: CtyObject,
  prior: CtyObject | null,
  common: PlanCommon<unknown>,
): Promise<PlannedChange> {
  const { schema } = resource;
  const context = { ...common, config: toValues(config, schema) };
  const priorValue = prior && toValues(prior, schema);
  const equivalents =
    priorValue && (await resource.equivalents?.({ ...context, action: "update", prior: priorValue }));
  const configured = withChanges(config, prior, equivalents ?? undefined, schema);
  const defaults = resourceDefaults(resource, config, prior, common.session);
  const proposed = propose(schema, configured, prior, defaults);
  const request = { ...context, proposed: toValues(proposed, schema) };
  const changes: PlanChanges<Schema> | undefined =
    priorValue === null
      ? await resource.plan?.({ ...request, action: "create", prior: null })
      : await resource.plan?.({ ...request, action: "update", prior: priorValue });
  const planned = withChanges(proposed, prior, changes?.planned, schema);
  if (prior !== null) logDifferences(resource, prior, planned, common);
  const bySchema = prior === null ? [] : pathsRequiringReplace(schema.attributes, [config, prior, planned]);
  return { planned, replace: [...bySchema, ...(changes?.replace ?? [])], private: changes?.private };
}

/** Replaces the attributes that the handler returns. The others are not converted, so that unknown set elements stay separate. */
function withChanges(
  values: CtyObject,
  prior: CtyObject | null,
  changes: Readonly<Record<string, unknown>> = {},
  schema: Schema,
): CtyObject {
  return { ...values, ...toCty(changes, schema, [values, prior]) };
}

/** Some attributes of a resource, as a handler returns them. @param references objects with the same attributes */
function toCty(
  values: Readonly<Record<string, unknown>>,
  { attributeType: { fields } }: Schema,
  references: readonly CtyValue[],
): CtyObject {
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(values, name));
  return mapMembers(Object.fromEntries(known), (field, name) =>
    fromHandlerValue(
      values[name],
      field,
      references.map((reference) => partOf(reference, name)),
    ),
  );
}

/** Values that a resource's `defaults()` gives to attributes without a configured value. @param prior null for a creation */
export function resourceDefaults(
  resource: Resource,
  config: CtyObject,
  prior: CtyObject | null,
  session: unknown,
): CtyObject {
  const { schema } = resource;
  const defaults = resource.defaults?.({
    config: toValues(config, schema),
    prior: prior && toValues(prior, schema),
    session,
  });
  return toCty(defaults ?? {}, schema, []);
}
