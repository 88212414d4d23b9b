/**
 * Derives a configuration from a state, with the rules of `propose` in reverse: the plan of the configuration with this state has no
 * changes.
 *
 *     attribute                           configuration
 *     ---------------------------------   ------------------------
 *     computed, not optional              null
 *     optional, equal to the default      null
 *     nested                              its attributes likewise
 *     other                               the value of the state
 */
import { isArray, isObject, sortSetElements, valuesEqual, type CtyObject, type CtyValue } from "../cty/value";
import { type Attribute, type Attributes, type ObjectAttribute } from "../schema/attribute";
import { attributeTypeOf, ctyTypeOf, objectTypeOf } from "../schema/attribute-type";
import { fromHandlerValue } from "../schema/from-handler-value";

export function configFromState(attributes: Attributes, state: CtyObject): CtyObject {
  return new Map(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      configValue(attribute, state.get(name) ?? null),
    ]),
  );
}

function configValue(attribute: Attribute, value: CtyValue): CtyValue {
  if (value === null || isDetermined(attribute, value)) return null;
  return attribute.kind === "leaf" ? value : nestedConfig(attribute, value);
}

/** Whether the value follows without a configuration. */
function isDetermined(attribute: Attribute, value: CtyValue): boolean {
  const { rules } = attribute;
  if (rules.default === undefined) return rules.computed && !rules.optional;
  const attributeType = attributeTypeOf(attribute);
  const defaultValue = fromHandlerValue(rules.default.value, attributeType);
  return valuesEqual(value, defaultValue, ctyTypeOf(attributeType));
}

function nestedConfig({ attributes, nesting }: ObjectAttribute, value: CtyValue): CtyValue {
  const configOf = (element: CtyValue): CtyValue =>
    isObject(element) ? configFromState(attributes, element) : element;
  switch (nesting) {
    case "single":
      return configOf(value);
    case "list":
      return isArray(value) ? value.map(configOf) : value;
    case "set":
      return isArray(value)
        ? sortSetElements(value.map(configOf), ctyTypeOf(objectTypeOf(attributes)))
        : value;
    case "map":
      return isObject(value) ? new Map([...value].map(([key, element]) => [key, configOf(element)])) : value;
  }
}
