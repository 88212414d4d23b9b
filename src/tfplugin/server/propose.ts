/**
 * Proposes the planned state by Terraform's rules, before the resource's plan() changes it:
 *
 * configured                          -> as configured (known or unknown)
 * configured, equivalent, no change   -> as in the state: see the option isEquivalent of attributes
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
  isWhollyKnown,
  objectOf,
  partOf,
  UNKNOWN,
  valuesEqual,
} from "../cty/value";
import { type ValueLocation } from "../diagnostics";
import { fromHandlerValue, toHandlerValue } from "../schema/handler-value";
import { type Attribute, type Attributes, type LeafAttribute, type Schema } from "../schema/schema";

/**
 * @param prior null for a creation
 * @param defaults of top-level attributes, in addition to those of the schema
 */
export function propose(
  { attributes, attributeType }: Schema,
  config: CtyObject,
  prior: CtyObject | null,
  defaults: CtyObject = new Map(),
): CtyObject {
  const configured: CtyObject = new Map(
    [...config].map(([name, value]): [string, CtyValue] => [name, value ?? defaults.get(name) ?? null]),
  );
  if (prior === null) return fill(attributes, configured, null, true);
  const unchanged = fill(attributes, configured, prior, false);
  const isSame = valuesEqual(unchanged, prior, attributeType);
  return isSame ? unchanged : fill(attributes, configured, prior, true);
}

/** Fills in defaults, for data sources and provider configurations. */
export function withDefaults({ attributes }: Schema, config: CtyObject): CtyObject {
  return fill(attributes, config, null, false);
}

function fill(attributes: Attributes, config: CtyValue, prior: CtyValue, changes: boolean): CtyObject {
  return objectOf(attributes, (attribute, name) =>
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
  if (attribute.kind === "leaf") return !changes && isEquivalent(attribute, config, prior) ? prior : config;
  const fillElement = (value: CtyValue, before: CtyValue): CtyValue =>
    isObject(value) ? fill(attribute.attributes, value, before, changes) : value;
  if (!isArray(config)) return fillElement(config, prior);
  return config.map((value, index) => fillElement(value, partOf(prior, index)));
}

function isEquivalent({ rules, attributeType }: LeafAttribute, config: CtyValue, prior: CtyValue): boolean {
  if (rules.isEquivalent === undefined || prior === null) return false;
  const configured = toHandlerValue(config, attributeType);
  if (!isWhollyKnown(configured)) return false;
  // The parameters have the value type of the attribute, which the values were converted to.
  return rules.isEquivalent(configured as never, toHandlerValue(prior, attributeType) as never);
}

/** The configuration, the prior state and the plan, or the same part of each. */
type Versions = readonly [config: CtyValue, prior: CtyValue, planned: CtyValue];

/** Finds the changed attributes that require replacement, by the `replace` flags of the schema. */
export function pathsRequiringReplace(
  attributes: Attributes,
  versions: Versions,
  path: ValueLocation = [],
): ValueLocation[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, partsOf(versions, name), [...path, name]),
  );
}

function inAttribute(attribute: Attribute, versions: Versions, path: ValueLocation): ValueLocation[] {
  const [config, prior, planned] = versions;
  if (valuesEqual(prior, planned, attribute.attributeType)) return [];
  // A computed value that becomes unknown is a consequence of another change.
  if (config === null && planned === UNKNOWN) return [];
  if (attribute.rules.replace === true) return [path];
  if (attribute.kind === "leaf") return [];
  const { attributes, nesting } = attribute;
  if (nesting === "single") return pathsRequiringReplace(attributes, versions, path);
  const length = Math.max(isArray(prior) ? prior.length : 0, isArray(planned) ? planned.length : 0);
  return Array.from({ length }, (_, index) =>
    pathsRequiringReplace(attributes, partsOf(versions, index), [...path, index]),
  ).flat();
}

function partsOf([config, prior, planned]: Versions, step: string | number): Versions {
  return [partOf(config, step), partOf(prior, step), partOf(planned, step)];
}
