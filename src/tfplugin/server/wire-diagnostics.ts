/** Converts diagnostics to protocol messages, with untrusted text sanitized. The schema's type distinguishes attribute names from map keys in a path. */
import { toSafeLine, toSafeLines } from "../../diagnostics";
import { type Diagnostic, type Path } from "../diagnostics";
import {
  Diagnostic_Severity,
  type AttributePath,
  type AttributePath_Step,
  type Diagnostic as WireDiagnostic,
} from "../protocol/generated/tfplugin6";
import { type AttributeType } from "../cty/type";

export function toWireDiagnostics(
  diagnostics: readonly Diagnostic[],
  attributeType: AttributeType,
): WireDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail = "", path = [] }) => {
    const attribute = path.length === 0 ? undefined : toWirePath(path, attributeType);
    return {
      severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
      summary: toSafeLine(summary),
      detail: toSafeLines([detail, nestedPathHint(attribute)].filter((text) => text !== "").join("\n\n")),
      attribute,
    };
  });
}

/**
 * Names nested attributes in the detail text. For a path inside of an attribute, Terraform up to version 1.11 shows only the first line
 * of the block.
 */
function nestedPathHint(attribute: AttributePath | undefined): string {
  if (attribute === undefined || attribute.steps.length < 2) return "";
  return `Attribute: ${attribute.steps.map(formatStep).join("").slice(1)}`;
}

function formatStep({ selector }: AttributePath_Step): string {
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

/** Converts the path up to a set, whose elements have no address, or up to an unknown name. */
export function toWirePath(path: Path, attributeType: AttributeType): AttributePath {
  const steps: AttributePath_Step[] = [];
  let current = attributeType;
  for (const part of path) {
    const step = stepInto(current, part);
    if (step === undefined) break;
    steps.push({ selector: step.selector });
    current = step.inner;
  }
  return { steps };
}

interface Step {
  readonly selector: NonNullable<AttributePath_Step["selector"]>;
  readonly inner: AttributeType;
}

function stepInto(attributeType: AttributeType, part: string | number): Step | undefined {
  switch (attributeType.kind) {
    case "object": {
      const name = String(part);
      const inner = Object.hasOwn(attributeType.fields, name) ? attributeType.fields[name] : undefined;
      return inner && { selector: { $case: "attributeName", attributeName: name }, inner };
    }
    case "map":
      return {
        selector: { $case: "elementKeyString", elementKeyString: String(part) },
        inner: attributeType.element,
      };
    case "list":
      if (typeof part !== "number") return undefined;
      return { selector: { $case: "elementKeyInt", elementKeyInt: part }, inner: attributeType.element };
    case "set":
    case "string":
    case "number":
    case "boolean":
      return undefined;
  }
}
