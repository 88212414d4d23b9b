/** Finds the changed attributes that require replacement, by the `replace` flags of the schema. */
import { type CtyValue, isArray, partOf, UNKNOWN, valuesEqual } from "../cty/value";
import { type Path } from "../diagnostics";
import { type Attribute, type Attributes, attributeTypeOf } from "../schema/attribute";

/** The configuration, the prior state and the plan, or the same part of each. */
type Versions = readonly [config: CtyValue, prior: CtyValue, planned: CtyValue];

export function pathsRequiringReplace(attributes: Attributes, versions: Versions, path: Path = []): Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, partsOf(versions, name), [...path, name]),
  );
}

function inAttribute(attribute: Attribute, versions: Versions, path: Path): Path[] {
  const [config, prior, planned] = versions;
  if (valuesEqual(prior, planned, attributeTypeOf(attribute))) return [];
  // A computed value that becomes unknown is a consequence of another change.
  if (config === null && planned === UNKNOWN) return [];
  if (attribute.rules.replace) return [path];
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
