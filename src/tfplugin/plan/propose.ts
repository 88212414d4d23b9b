/**
 * The value that Terraform's rules alone lead to, before the author's plan() refines it:
 *
 * configured                          -> as configured (known or unknown)
 * not configured, has a default       -> the default
 * not configured, computed, no change -> as in the state
 * not configured, computed, a change  -> unknown, unless it keeps its value on updates
 * not configured, otherwise           -> null
 *
 * "A change" is one anywhere in the resource, since any write may make the service compute anew.
 */
import { sameValue, isArray, isObject, type CtyObject, type CtyValue } from "../cty/value";
import { UNKNOWN } from "../cty/unknown";
import { type Attribute, type Attributes, type ObjectAttribute } from "../schema/attribute";
import { fromDomain } from "../schema/from-domain";
import { ctyTypeOf, shapeOf, shapeOfAttributes } from "../schema/shape";

/** The planned object. `prior` is null when the resource is to be created. */
export function propose(attributes: Attributes, config: CtyObject, prior: CtyObject | null): CtyObject {
  if (prior === null) return fill(attributes, config, null, true);
  const unchanged = fill(attributes, config, prior, false);
  const isSame = sameValue(unchanged, prior, ctyTypeOf(shapeOfAttributes(attributes)));
  return isSame ? unchanged : fill(attributes, config, prior, true);
}

/** Arguments as a data source or a provider gets them: defaults filled in, nothing else. */
export function withDefaults(attributes: Attributes, config: CtyObject): CtyObject {
  return fill(attributes, config, null, false);
}

function fill(
  attributes: Attributes,
  config: CtyObject,
  prior: CtyObject | null,
  changes: boolean,
): CtyObject {
  return new Map(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      fillValue(attribute, config.get(name) ?? null, prior?.get(name) ?? null, changes),
    ]),
  );
}

function fillValue(attribute: Attribute, config: CtyValue, prior: CtyValue, changes: boolean): CtyValue {
  const { rules } = attribute;
  if (config === null) {
    if (rules.default !== undefined) {
      const value = fromDomain(rules.default.value, shapeOf(attribute), [prior]);
      return value === null ? null : fillValue(attribute, value, prior, changes);
    }
    if (!rules.computed) return null;
    return changes && !(rules.keepOnUpdate && prior !== null) ? UNKNOWN : prior;
  }
  return attribute.kind === "leaf" || config === UNKNOWN
    ? config
    : fillNested(attribute, config, prior, changes);
}

function fillNested(
  attribute: ObjectAttribute,
  config: CtyValue,
  prior: CtyValue,
  changes: boolean,
): CtyValue {
  const { attributes } = attribute;
  const fillOne = (value: CtyValue, before: CtyValue): CtyValue =>
    isObject(value) ? fill(attributes, value, isObject(before) ? before : null, changes) : value;
  switch (attribute.nesting) {
    case "single":
      return fillOne(config, prior);
    case "list":
      if (!isArray(config)) return config;
      return config.map((value, index) => fillOne(value, isArray(prior) ? (prior[index] ?? null) : null));
    case "map":
      if (!isObject(config)) return config;
      return new Map(
        [...config].map(([key, value]) => [
          key,
          fillOne(value, isObject(prior) ? (prior.get(key) ?? null) : null),
        ]),
      );
    case "set":
      if (!isArray(config)) return config;
      return config.map((value) =>
        fillOne(value, likeliestPrior(attributes, value, isArray(prior) ? prior : [])),
      );
  }
}

/** Elements of a set have no identity: the same one is that which agrees in everything the user has configured. */
function likeliestPrior(attributes: Attributes, config: CtyValue, priors: readonly CtyValue[]): CtyValue {
  if (!isObject(config)) return null;
  const agrees = (prior: CtyValue): boolean =>
    isObject(prior) &&
    Object.entries(attributes).every(([name, attribute]) => {
      const value = fillValue(attribute, config.get(name) ?? null, prior.get(name) ?? null, false);
      return sameValue(value, prior.get(name) ?? null, ctyTypeOf(shapeOf(attribute)));
    });
  return priors.find(agrees) ?? null;
}
