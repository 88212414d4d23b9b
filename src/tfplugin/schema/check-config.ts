/**
 * The checks that a schema alone allows: whole numbers, no null elements, the validators of each attribute.
 */
import { isWhollyKnown, UNKNOWN } from "../cty/unknown";
import { CodecError } from "../cty/codec-error";
import { isArray, isObject, type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics, type Path } from "../diagnostics";
import { type Attribute, type Attributes } from "./attribute";
import { shapeOf } from "./shape";
import { toDomain } from "./to-domain";
import { type TypeShape } from "./value-type";

/** Adds every complaint to `diagnostics`. */
export function checkConfig(
  attributes: Attributes,
  config: CtyObject,
  diagnostics: Diagnostics,
  at: Path = [],
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    checkAttribute(attribute, config.get(name) ?? null, diagnostics, [...at, name]);
  }
}

function checkAttribute(attribute: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  checkPresence(attribute, value, diagnostics, path);
  if (value === null || value === UNKNOWN) return;
  if (attribute.kind === "leaf") checkLeaf(attribute.shape, value, diagnostics, path);
  else checkNested(attribute.attributes, attribute.nesting === "single", value, diagnostics, path);
  runValidators(attribute, value, diagnostics, path);
}

/** Terraform asks for required arguments to be written, but lets null and computed ones pass. */
function checkPresence({ rules }: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (rules.required && value === null) {
    const detail = "A value is required here, and null is none.";
    diagnostics.error({ path, summary: "Missing value", detail });
  }
  if (rules.computed && !rules.optional && value !== null) {
    const detail = "The provider decides this value. Leave it out.";
    diagnostics.error({ path, summary: "Value of a computed attribute", detail });
  }
}

function checkNested(
  attributes: Attributes,
  isSingle: boolean,
  value: CtyValue,
  diagnostics: Diagnostics,
  path: Path,
): void {
  if (isSingle && isObject(value)) {
    checkConfig(attributes, value, diagnostics, path);
    return;
  }
  for (const [step, part] of partsOf(value)) {
    if (part === null) complainOfNull(diagnostics, [...path, step]);
    else if (isObject(part)) checkConfig(attributes, part, diagnostics, [...path, step]);
  }
}

function checkLeaf(shape: TypeShape, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (value === null || value === UNKNOWN) return;
  if (shape.kind === "list" || shape.kind === "set" || shape.kind === "map") {
    for (const [step, part] of partsOf(value)) {
      if (part === null && shape.element.nullable !== true) complainOfNull(diagnostics, [...path, step]);
      else checkLeaf(shape.element, part, diagnostics, [...path, step]);
    }
  } else if (shape.kind === "object" && isObject(value)) {
    for (const [name, field] of Object.entries(shape.fields)) {
      checkLeaf(field, value.get(name) ?? null, diagnostics, [...path, name]);
    }
  } else {
    checkConversion(shape, value, diagnostics, path);
  }
}

function checkConversion(shape: TypeShape, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  try {
    toDomain(value, shape);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    diagnostics.error({ path: [...path, ...error.path], summary: "Invalid value", detail: error.message });
  }
}

function partsOf(value: CtyValue): [string | number, CtyValue][] {
  if (isArray(value)) return value.map((part, index) => [index, part]);
  return isObject(value) ? [...value] : [];
}

function complainOfNull(diagnostics: Diagnostics, path: Path): void {
  diagnostics.error({
    path,
    summary: "Null element",
    detail: "An element of a collection must not be null.",
  });
}

function runValidators(attribute: Attribute, value: CtyValue, diagnostics: Diagnostics, path: Path): void {
  if (attribute.rules.validators.length === 0) return;
  let domain: unknown;
  try {
    domain = toDomain(value, shapeOf(attribute));
  } catch (error) {
    if (error instanceof CodecError) return; // complained of already
    throw error;
  }
  if (!isWhollyKnown(domain)) return;
  for (const validator of attribute.rules.validators) {
    // A validator's parameter is the value type of the attribute it was declared with, by which `domain` was made.
    const complaint = validator(domain as never);
    if (complaint === undefined) continue;
    const problem =
      typeof complaint === "string" ? { summary: "Invalid value", detail: complaint } : complaint;
    diagnostics.error({ ...problem, path });
  }
}
