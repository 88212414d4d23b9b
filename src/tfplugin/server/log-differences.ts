/** Answers "why is there a difference?" in Terraform's log: TF_LOG_PROVIDER=DEBUG terraform plan. */
import { type CtyObject, type CtyValue, UNKNOWN } from "../cty/value";
import { type HandlerContext } from "../diagnostics";
import { type Resource } from "../resource";
import { toHandlerValue, toValues } from "../schema/handler-value";
import { type LeafAttribute } from "../schema/schema";
import { changedAttributes } from "./propose";

/** Logs one line for each attribute that differs between the state and the plan. */
export function logDifferences(
  { typeName, schema, identity }: Resource,
  prior: CtyObject,
  planned: CtyObject,
  { log }: Pick<HandlerContext, "log">,
): void {
  if (!log.isEnabled("debug")) return;
  const object = Object.entries(identity?.of(toValues(prior, schema)) ?? {}).filter(
    ([, value]) => value !== null,
  );
  for (const { path, attribute, versions } of changedAttributes(schema.attributes, [
    planned,
    prior,
    planned,
  ])) {
    if (attribute.kind !== "leaf") continue;
    const [, from, to] = versions;
    const format = (value: CtyValue) =>
      attribute.rules.sensitive === true ? "(sensitive)" : textOf(value, attribute);
    const difference = { path: path.join("."), from: format(from), to: format(to) };
    log.debug("planned difference", { resource: typeName, ...Object.fromEntries(object), ...difference });
  }
}

function textOf(value: CtyValue, { attributeType }: LeafAttribute): string {
  if (value === UNKNOWN) return "(known after apply)";
  return typeof value === "string" ? value : JSON.stringify(toHandlerValue(value, attributeType));
}
