/** Validates a configuration by its schema: required values, integers, null elements, and the validators of each attribute. */
import {
  type AttributeType,
  CodecError,
  type CtyObject,
  type CtyValue,
  isArray,
  isObject,
  isWhollyKnown,
  partOf,
  UNKNOWN,
} from "../cty/value";
import { type Diagnostics, type ValueLocation } from "../diagnostics";
import { toHandlerValue } from "./handler-value";
import { type Attribute, type Attributes } from "./schema";

/** Adds all problems to `diagnostics`. @returns whether it contains no error */
export function checkConfig(attributes: Attributes, config: CtyObject, diagnostics: Diagnostics): boolean {
  checkObject(attributes, config, diagnostics, []);
  return !diagnostics.hasErrors;
}

function checkObject(
  attributes: Attributes,
  config: CtyObject,
  diagnostics: Diagnostics,
  at: ValueLocation,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    checkAttribute(attribute, partOf(config, name), diagnostics, [...at, name]);
  }
}

function checkAttribute(
  attribute: Attribute,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: ValueLocation,
): void {
  const { rules, attributeType } = attribute;
  // Terraform accepts null for required attributes, and values for computed ones.
  if (rules.required === true && value === null) {
    const detail = "The attribute is required and must not be null.";
    diagnostics.error({ path, summary: "Missing value", detail });
  }
  if (rules.computed === true && rules.optional !== true && value !== null) {
    const detail = "The provider sets this attribute. Remove it.";
    diagnostics.error({ path, summary: "Value of a computed attribute", detail });
  }
  if (value === null || value === UNKNOWN) return;
  const nested = attribute.kind === "object" ? attribute.attributes : {};
  checkValue(attributeType, nested, value, diagnostics, path);
  runValidators(attribute, value, diagnostics, path);
}

/** @param nested the attributes of an object, or of the elements of a list of objects */
function checkValue(
  attributeType: AttributeType,
  nested: Attributes,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: ValueLocation,
): void {
  if (value === null || value === UNKNOWN) return;
  if (isObject(value) && attributeType.kind === "object") checkObject(nested, value, diagnostics, path);
  else if ((isArray(value) || isObject(value)) && "element" in attributeType) {
    const { element } = attributeType;
    for (const [step, part] of isArray(value) ? value.entries() : Object.entries(value)) {
      const partPath = [...path, step];
      if (part === null && element.nullable !== true) {
        const detail = "Elements of a collection must not be null.";
        diagnostics.error({ path: partPath, summary: "Null element", detail });
      } else checkValue(element, nested, part, diagnostics, partPath);
    }
  } else {
    convert(value, attributeType, ({ message, path: inner }) => {
      diagnostics.error({ path: [...path, ...inner], summary: "Invalid value", detail: message });
    });
  }
}

/** UNKNOWN for a value that handlers must not receive. */
function convert(
  value: CtyValue,
  attributeType: AttributeType,
  onError: (error: CodecError) => void,
): unknown {
  try {
    return toHandlerValue(value, attributeType);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    onError(error);
    return UNKNOWN;
  }
}

function runValidators(
  { rules, attributeType }: Attribute,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: ValueLocation,
): void {
  if (rules.validate === undefined) return;
  // An error is already reported.
  const handlerValue = convert(value, attributeType, () => undefined);
  if (!isWhollyKnown(handlerValue)) return;
  for (const validator of rules.validate) {
    // The parameter of a validator has the value type of its attribute, which `handlerValue` was converted to.
    const detail = validator(handlerValue as never);
    if (detail !== undefined) diagnostics.error({ path, summary: "Invalid value", detail });
  }
}
