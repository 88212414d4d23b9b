/** Answers "why is there a difference?" in Terraform's log: TF_LOG_PROVIDER=DEBUG terraform plan. */
import { type CtyObject, type CtyValue, isArray, partOf, UNKNOWN, valuesEqual } from "../cty/value";
import { type HandlerContext, type ValueLocation } from "../diagnostics";
import { type Resource } from "../resource";
import { toHandlerValue, toValues } from "../schema/handler-value";
import { type Attributes, type LeafAttribute } from "../schema/schema";

interface AttributeDifference {
  readonly path: ValueLocation;
  readonly attribute: LeafAttribute;
  readonly from: CtyValue;
  readonly to: CtyValue;
}

/** Logs one line for each attribute that differs between the state and the proposed plan. */
export function logDifferences(
  { typeName, schema, identity }: Resource,
  prior: CtyObject,
  proposed: CtyObject,
  { log }: Pick<HandlerContext, "log">,
): void {
  if (!log.isEnabled("debug")) return;
  const object = Object.entries(identity?.of(toValues(prior, schema)) ?? {}).filter(
    ([, value]) => value !== null,
  );
  for (const { path, attribute, from, to } of differences(schema.attributes, prior, proposed, [])) {
    const format = (value: CtyValue) =>
      attribute.rules.sensitive === true ? "(sensitive)" : textOf(value, attribute);
    const difference = { path: path.join("."), from: format(from), to: format(to) };
    log.debug("planned difference", { resource: typeName, ...Object.fromEntries(object), ...difference });
  }
}

function differences(
  attributes: Attributes,
  prior: CtyValue,
  proposed: CtyValue,
  parent: ValueLocation,
): AttributeDifference[] {
  return Object.entries(attributes).flatMap(([name, attribute]): AttributeDifference[] => {
    const from = partOf(prior, name);
    const to = partOf(proposed, name);
    const path = [...parent, name];
    if (valuesEqual(from, to, attribute.attributeType)) return [];
    if (attribute.kind === "leaf") return [{ path, attribute, from, to }];
    if (attribute.nesting === "single") return differences(attribute.attributes, from, to, path);
    const length = Math.max(isArray(from) ? from.length : 0, isArray(to) ? to.length : 0);
    return Array.from({ length }, (_, index) =>
      differences(attribute.attributes, partOf(from, index), partOf(to, index), [...path, index]),
    ).flat();
  });
}

function textOf(value: CtyValue, { attributeType }: LeafAttribute): string {
  if (value === UNKNOWN) return "(known after apply)";
  return typeof value === "string" ? value : JSON.stringify(toHandlerValue(value, attributeType));
}
