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
import {
  type CtyObject,
  type CtyValue,
  isArray,
  isObject,
  mapMembers,
  partOf,
  valuesEqual,
} from "../cty/value";
import { type Resource } from "../resource";
import { fromHandlerValue } from "../schema/handler-value";
import { type Attribute, type Attributes } from "../schema/schema";
import { resourceDefaults } from "./plan-change";
import { respond, type Rpc } from "./respond";
import { readObject, writeValue } from "./values";

export const generateResourceConfig: Rpc<"generateResourceConfig"> = (instance, { typeName, state }) => {
  const operation = `Generating the configuration of ${typeName}`;
  const find = () => instance.resource(typeName);
  return respond(instance, operation, find, { config: undefined }, (resource) => {
    const value = readObject(state, resource.schema);
    // Terraform generates a block for a listed object without a state too.
    const config = value === null ? null : configOf(resource, value, instance.session);
    return { config: writeValue(config) };
  });
};

/** Also omits values that equal those of the resource's `defaults()`. */
function configOf(resource: Resource, state: CtyObject, session: unknown): CtyObject {
  const { attributes } = resource.schema;
  const config = configFromState(attributes, state);
  const mayHaveDefault = (name: string) =>
    attributes[name]?.rules.computed === true && attributes[name].rules.default === undefined;
  const defaults = resourceDefaults(resource, omit(config, mayHaveDefault), state, session);
  return omit(config, (name, value) => name in defaults && valuesEqual(value, partOf(defaults, name)));
}

function omit(config: CtyObject, isOmitted: (name: string, value: CtyValue) => boolean): CtyObject {
  return mapMembers(config, (value, name) => (isOmitted(name, value) ? null : value));
}

function configFromState(attributes: Attributes, state: CtyObject): CtyObject {
  return mapMembers(attributes, (attribute, name) => configValue(attribute, partOf(state, name)));
}

function configValue(attribute: Attribute, value: CtyValue): CtyValue {
  if (value === null || isDetermined(attribute, value)) return null;
  if (attribute.kind === "leaf") return value;
  const elementConfig = (element: CtyValue): CtyValue =>
    isObject(element) ? configFromState(attribute.attributes, element) : element;
  return isArray(value) ? value.map(elementConfig) : elementConfig(value);
}

/** Whether the plan has this value without a configuration. */
function isDetermined({ rules, attributeType }: Attribute, value: CtyValue): boolean {
  if (rules.default === undefined) return rules.computed === true && rules.optional !== true;
  return valuesEqual(value, fromHandlerValue(rules.default, attributeType));
}
