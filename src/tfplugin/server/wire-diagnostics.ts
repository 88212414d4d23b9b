/**
 * Diagnostics as messages. A path is a row of names and numbers; the shape tells an attribute's name from a map's key.
 */
import { type Diagnostic, type Path } from "../diagnostics";
import {
  Diagnostic_Severity,
  type AttributePath,
  type AttributePath_Step,
  type Diagnostic as WireDiagnostic,
} from "../protocol/generated/tfplugin6";
import { type TypeShape } from "../schema/value-type";

export function toWireDiagnostics(diagnostics: readonly Diagnostic[], shape: TypeShape): WireDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail = "", path = [] }) => {
    const attribute = path.length === 0 ? undefined : toWirePath(path, shape);
    return {
      severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
      summary,
      detail: [detail, namingWhereNested(attribute)].filter((text) => text !== "").join("\n\n"),
      attribute,
    };
  });
}

/**
 * Terraform shows the line of an attribute, but up to 1.11 only the head of the whole block when the path goes on
 * inside the attribute. So that its user finds the place, the text names it.
 */
function namingWhereNested(attribute: AttributePath | undefined): string {
  if (attribute === undefined || attribute.steps.length < 2) return "";
  return `Attribute: ${attribute.steps.map(asWritten).join("").slice(1)}`;
}

function asWritten({ selector }: AttributePath_Step): string {
  switch (selector?.$case) {
    case "attributeName":
      return `.${selector.attributeName}`;
    case "elementKeyString":
      return `[${JSON.stringify(selector.elementKeyString)}]`;
    case "elementKeyInt":
      return `[${selector.elementKeyInt}]`;
    case undefined:
      return "";
  }
}

/** Follows the path as far as Terraform can: up to a set, whose elements have no address, or an unknown name. */
export function toWirePath(path: Path, shape: TypeShape): AttributePath {
  const steps: AttributePath_Step[] = [];
  let here = shape;
  for (const part of path) {
    const step = stepInto(here, part);
    if (step === undefined) break;
    steps.push({ selector: step.selector });
    here = step.inner;
  }
  return { steps };
}

interface Step {
  readonly selector: NonNullable<AttributePath_Step["selector"]>;
  readonly inner: TypeShape;
}

function stepInto(shape: TypeShape, part: string | number): Step | undefined {
  switch (shape.kind) {
    case "object": {
      const name = String(part);
      const inner = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
      return inner && { selector: { $case: "attributeName", attributeName: name }, inner };
    }
    case "map":
      return {
        selector: { $case: "elementKeyString", elementKeyString: String(part) },
        inner: shape.element,
      };
    case "list":
      if (typeof part !== "number") return undefined;
      return { selector: { $case: "elementKeyInt", elementKeyInt: part }, inner: shape.element };
    case "set":
    case "string":
    case "number":
    case "boolean":
      return undefined;
  }
}
