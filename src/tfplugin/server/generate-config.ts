/**
 * GenerateResourceConfig: the configuration that describes a state, for `-generate-config-out`. It has the rules of `propose` in reverse:
 * the plan of the configuration with this state has no changes.
 *
 *     attribute                           configuration
 *     ---------------------------------   ------------------------
 *     computed, not optional              null
 *     optional, equal to the default      null
 *     nested                              its attributes likewise
 *     other                               the value of the state
 */
import { type Entry } from "./instance";
import { resourceDefaults } from "./plan-change";
import { respond, type Rpc } from "./respond";
import { readObject, writeValue } from "./values";
import { type Resource } from "../author/resource";
import { type CtyObject, type CtyValue, valuesEqual, isArray, isObject } from "../cty/value";
import { type Attribute, type Attributes, type ObjectAttribute, attributeTypeOf } from "../schema/attribute";
import { fromHandlerValue } from "../schema/handler-value";

export const generateResourceConfig: Rpc<"generateResourceConfig"> = (instance, { typeName, state }) => {
  const operation = `Generating the configuration of ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, { config: undefined }, (entry) => {
    const value = readObject(state, entry.attributeType);
    // Terraform generates a block for a listed object without a state too.
    const config = value === null ? null : configOf(entry, value, instance.session);
    return { config: writeValue(config) };
  });
};

/** Also omits values that equal those of the resource's `defaults()`. */
function configOf(entry: Entry<Resource>, state: CtyObject, session: unknown): CtyObject {
  const { definition, attributeType } = entry;
  const { attributes } = definition.schema;
  const config = configFromState(attributes, state);
  const mayHaveDefault = (name: string) =>
    attributes[name]?.rules.computed === true && attributes[name].rules.default === undefined;
  const defaults = resourceDefaults(entry, omit(config, mayHaveDefault), state, session);
  return omit(config, (name, value) => {
    const field = attributeType.fields[name];
    const byDefault = defaults.get(name);
    return field !== undefined && byDefault !== undefined && valuesEqual(value, byDefault, field);
  });
}

function omit(config: CtyObject, isOmitted: (name: string, value: CtyValue) => boolean): CtyObject {
  return new Map(
    [...config].map(([name, value]): [string, CtyValue] => [name, isOmitted(name, value) ? null : value]),
  );
}

function configFromState(attributes: Attributes, state: CtyObject): CtyObject {
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

/** Whether the plan has this value without a configuration. */
function isDetermined(attribute: Attribute, value: CtyValue): boolean {
  const { rules } = attribute;
  if (rules.default === undefined) return rules.computed && !rules.optional;
  const attributeType = attributeTypeOf(attribute);
  const defaultValue = fromHandlerValue(rules.default.value, attributeType);
  return valuesEqual(value, defaultValue, attributeType);
}

function nestedConfig({ attributes }: ObjectAttribute, value: CtyValue): CtyValue {
  const elementConfig = (element: CtyValue): CtyValue =>
    isObject(element) ? configFromState(attributes, element) : element;
  return isArray(value) ? value.map(elementConfig) : elementConfig(value);
}
