/**
 * Proposes the planned state by Terraform's rules, before the resource's plan() changes it:
 *
 * configured                          -> as configured (known or unknown)
 * not configured, has a default       -> the default, or what the resource's defaults() returns
 * not configured, computed, no change -> as in the state
 * not configured, computed, a change  -> unknown, or as in the state with keepOnUpdate
 * not configured, otherwise           -> null
 *
 * "A change" is a change of any attribute of the resource, because any write may change computed values.
 */
import {
  type CtyObject,
  type CtyValue,
  isArray,
  isObject,
  mapMembers,
  partOf,
  UNKNOWN,
  valuesEqual,
} from "../cty/value";
import { type ValueLocation } from "../diagnostics";
import { fromHandlerValue } from "../schema/handler-value";
import { type Attribute, type Attributes, type Schema } from "../schema/schema";

/**
 * @param prior null for a creation
 * @param defaults of top-level attributes, in addition to those of the schema
 */
export function propose(
  { attributes }: Schema,
  config: CtyObject,
  prior: CtyObject | null,
  defaults: CtyObject = {},
): CtyObject {
  const configured = mapMembers(config, (value, name) => value ?? partOf(defaults, name));
  if (prior === null) return fill(attributes, configured, null, true);
  const isSame = valuesEqual(fill(attributes, configured, prior, false), prior);
  return isSame ? prior : fill(attributes, configured, prior, true);
}

/** Fills in defaults, for data sources and provider configurations. */
export function withDefaults({ attributes }: Schema, config: CtyObject): CtyObject {
  return fill(attributes, config, null, false);
}

function fill(attributes: Attributes, config: CtyValue, prior: CtyValue, changes: boolean): CtyObject {
  return mapMembers(attributes, (attribute, name) =>
    fillValue(attribute, partOf(config, name), partOf(prior, name), changes),
  );
}

function fillValue(attribute: Attribute, config: CtyValue, prior: CtyValue, changes: boolean): CtyValue {
  const { rules, attributeType } = attribute;
  if (config === null) {
    if (rules.default !== undefined) {
      const value = fromHandlerValue(rules.default, attributeType, [prior]);
      return value === null ? null : fillValue(attribute, value, prior, changes);
    }
    if (rules.computed !== true) return null;
    return changes && (rules.keepOnUpdate !== true || prior === null) ? UNKNOWN : prior;
  }
  if (config === UNKNOWN) return config;
  if (attribute.kind === "leaf") return config;
  const fillElement = (value: CtyValue, before: CtyValue): CtyValue =>
    isObject(value) ? fill(attribute.attributes, value, before, changes) : value;
  if (!isArray(config)) return fillElement(config, prior);
  return config.map((value, index) => fillElement(value, partOf(prior, index)));
}

/** The configuration, the prior state and the plan, or the same part of each. */
type Versions = readonly [config: CtyValue, prior: CtyValue, planned: CtyValue];

interface ChangedAttribute {
  readonly path: ValueLocation;
  readonly attribute: Attribute;
  readonly versions: Versions;
}

/** Finds the attributes whose prior and planned values differ: objects before the attributes in them. */
export function* changedAttributes(
  attributes: Attributes,
  versions: Versions,
  parent: ValueLocation = [],
): Generator<ChangedAttribute> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const path = [...parent, name];
    const parts = partsOf(versions, name);
    const [config, prior, planned] = parts;
    // A computed value that becomes unknown is a consequence of another change.
    const isConsequence = config === null && planned === UNKNOWN;
    if (isConsequence || valuesEqual(prior, planned)) continue;
    yield { path, attribute, versions: parts };
    if (attribute.kind === "leaf") continue;
    if (attribute.nesting === "single") yield* changedAttributes(attribute.attributes, parts, path);
    else {
      const lengthOf = (value: CtyValue) => (isArray(value) ? value.length : 0);
      const length = Math.max(lengthOf(prior), lengthOf(planned));
      for (let index = 0; index < length; index++)
        yield* changedAttributes(attribute.attributes, partsOf(parts, index), [...path, index]);
    }
  }
}

/** The changed attributes that require replacement, by the `replace` flags of the schema. */
export function pathsRequiringReplace(attributes: Attributes, versions: Versions): ValueLocation[] {
  const changed = [...changedAttributes(attributes, versions)];
  return changed.filter(({ attribute }) => attribute.rules.replace === true).map(({ path }) => path);
}

function partsOf([config, prior, planned]: Versions, step: string | number): Versions {
  return [partOf(config, step), partOf(prior, step), partOf(planned, step)];
}
