/** Finds the changed attributes that require replacement, by the `replace` flags of the schema. */
import { isArray, isObject, valuesEqual, type CtyObject, type CtyValue, UNKNOWN } from "../cty/value";
import { type Path } from "../diagnostics";
import { type Attribute, type Attributes, type ObjectAttribute, attributeTypeOf } from "../schema/attribute";

export function pathsRequiringReplace(
  attributes: Attributes,
  config: CtyObject,
  prior: CtyObject,
  planned: CtyObject,
): Path[] {
  return inObject(attributes, config, prior, planned, []);
}

function inObject(
  attributes: Attributes,
  config: CtyValue,
  prior: CtyValue,
  planned: CtyValue,
  path: Path,
): Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    inAttribute(attribute, member(config, name), member(prior, name), member(planned, name), [...path, name]),
  );
}

function inAttribute(
  attribute: Attribute,
  config: CtyValue,
  prior: CtyValue,
  planned: CtyValue,
  path: Path,
): Path[] {
  if (valuesEqual(prior, planned, attributeTypeOf(attribute))) return [];
  // A computed value that becomes unknown is a consequence of another change.
  if (config === null && planned === UNKNOWN) return [];
  if (attribute.rules.replace) return [path];
  return attribute.kind === "object" ? inNested(attribute, config, prior, planned, path) : [];
}

function inNested(
  attribute: ObjectAttribute,
  config: CtyValue,
  prior: CtyValue,
  planned: CtyValue,
  path: Path,
): Path[] {
  const { attributes } = attribute;
  if (attribute.nesting === "single") return inObject(attributes, config, prior, planned, path);
  const length = Math.max(isArray(prior) ? prior.length : 0, isArray(planned) ? planned.length : 0);
  return Array.from({ length }, (_, i) =>
    inObject(attributes, element(config, i), element(prior, i), element(planned, i), [...path, i]),
  ).flat();
}

function member(value: CtyValue, name: string): CtyValue {
  return isObject(value) ? (value.get(name) ?? null) : null;
}

function element(value: CtyValue, index: number): CtyValue {
  return isArray(value) ? (value[index] ?? null) : null;
}
