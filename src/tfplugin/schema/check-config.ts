/** Validates a configuration by its schema: required values, integers, null elements, and the validators of each attribute. */
import { isWhollyKnown, UNKNOWN, isArray, isObject, type CtyObject, type CtyValue } from "../cty/value";
import { CodecError } from "../cty/codec-error";
import { type Diagnostics, type Path } from "../diagnostics";
import { type Attribute, type Attributes, attributeTypeOf } from "./attribute";
import { toHandlerValue } from "./handler-value";
import { type AttributeType } from "../cty/type";

/** Adds all problems to `diagnostics`. @returns whether it contains no error */
export function checkConfig(attributes: Attributes, config: CtyObject, diagnostics: Diagnostics): boolean {
  checkObject(attributes, config, diagnostics, []);
  return !diagnostics.hasErrors;
}

function checkObject(attributes: Attributes, config: CtyObject, diagnostics: Diagnostics, at: Path): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    checkAttribute(attribute, config.get(name) ?? null, diagnostics, [...at, name]);
  }
}

function checkAttribute(attribute: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  checkPresence(attribute, value, diagnostics, path);
  if (value === null || value === UNKNOWN) return;
  if (attribute.kind === "leaf") checkLeaf(attribute.attributeType, value, diagnostics, path);
  else checkNested(attribute.attributes, value, diagnostics, path);
  runValidators(attribute, value, diagnostics, path);
}

/** Terraform accepts null for required attributes, and values for computed ones. */
function checkPresence({ rules }: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (rules.required && value === null) {
    const detail = "The attribute is required and must not be null.";
    diagnostics.error({ path, summary: "Missing value", detail });
  }
  if (rules.computed && !rules.optional && value !== null) {
    const detail = "The provider sets this attribute. Remove it.";
    diagnostics.error({ path, summary: "Value of a computed attribute", detail });
  }
}

function checkNested(attributes: Attributes, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (isObject(value)) {
    checkObject(attributes, value, diagnostics, path);
    return;
  }
  for (const [step, element] of elementsOf(value)) {
    if (element === null) reportNull(diagnostics, [...path, step]);
    else if (isObject(element)) checkObject(attributes, element, diagnostics, [...path, step]);
  }
}

function checkLeaf(
  attributeType: AttributeType,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: Path,
): void {
  if (value === null || value === UNKNOWN) return;
  if (attributeType.kind === "list" || attributeType.kind === "set" || attributeType.kind === "map") {
    for (const [step, element] of elementsOf(value)) {
      if (element === null && attributeType.element.nullable !== true)
        reportNull(diagnostics, [...path, step]);
      else checkLeaf(attributeType.element, element, diagnostics, [...path, step]);
    }
  } else {
    checkConversion(attributeType, value, diagnostics, path);
  }
}

function checkConversion(
  attributeType: AttributeType,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: Path,
): void {
  try {
    toHandlerValue(value, attributeType);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    diagnostics.error({ path: [...path, ...error.path], summary: "Invalid value", detail: error.message });
  }
}

function elementsOf(value: CtyValue): [string | number, CtyValue][] {
  if (isArray(value)) return value.map((element, index) => [index, element]);
  return isObject(value) ? [...value] : [];
}

function reportNull(diagnostics: Diagnostics, path: Path): void {
  diagnostics.error({
    path,
    summary: "Null element",
    detail: "Elements of a collection must not be null.",
  });
}

function runValidators(attribute: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (attribute.rules.validators.length === 0) return;
  let handlerValue: unknown;
  try {
    handlerValue = toHandlerValue(value, attributeTypeOf(attribute));
  } catch (error) {
    if (error instanceof CodecError) return; // already reported
    throw error;
  }
  if (!isWhollyKnown(handlerValue)) return;
  for (const validator of attribute.rules.validators) {
    // The parameter of a validator has the value type of its attribute, which `handlerValue` was converted to.
    const result = validator(handlerValue as never);
    if (result === undefined) continue;
    const problem = typeof result === "string" ? { summary: "Invalid value", detail: result } : result;
    diagnostics.error({ ...problem, path });
  }
}
