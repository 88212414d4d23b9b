/**
 * The IDs of alerts in a state of Terraform: the file of the state, or the output of `terraform show -json` for a state or a plan.
 * https://developer.hashicorp.com/terraform/internals/json-format
 */
import * as z from "zod";
import { isMapping } from "../../diagnostics";
import { parseId } from "../../reconcile";
import { TextMap } from "../../service";
import { resourcesIn } from "./plan";

const attributesSchema = z.looseObject({ id: z.string(), name: z.string() });
const fileSchema = z.looseObject({
  version: z.literal(4),
  resources: z.array(
    z.looseObject({ type: z.string(), instances: z.array(z.looseObject({ attributes: z.unknown() })) }),
  ),
});
const attributes = z.record(z.string(), z.unknown()).nullable();
const changeSchema = z.looseObject({
  type: z.string(),
  change: z.looseObject({ before: attributes, after: attributes }),
});

/** @returns the IDs by name, or undefined if the value is no state */
export function readStateIds(state: unknown): TextMap<number> | undefined {
  const alerts = alertsOfFile(state) ?? alertsOfOutput(state);
  if (alerts === undefined) return undefined;
  return new TextMap(
    alerts.flatMap((alert): (readonly [string, number])[] => {
      const { name, id } = attributesSchema.safeParse(alert).data ?? {};
      const number = id === undefined ? undefined : parseId(id);
      return name === undefined || number === undefined ? [] : [[name, number]];
    }),
  );
}

function alertsOfFile(state: unknown): readonly unknown[] | undefined {
  return fileSchema
    .safeParse(state)
    .data?.resources.filter(isAlert)
    .flatMap(({ instances }) => instances.map(({ attributes }) => attributes));
}

/** A plan has the IDs from the state, and the names from the configuration. */
function alertsOfOutput(output: unknown): readonly unknown[] | undefined {
  if (!isMapping(output) || typeof output["format_version"] !== "string") return undefined;
  const { values, resource_changes: changes } = output;
  if (Array.isArray(changes))
    return (z.array(changeSchema).safeParse(changes).data ?? [])
      .filter(isAlert)
      .map(({ change: { before, after } }) => ({ ...after, id: before?.["id"] }));
  return resourcesIn(isMapping(values) ? values["root_module"] : undefined)
    .filter(isAlert)
    .map(({ change }) => change.after);
}

function isAlert({ type }: { readonly type: string }): boolean {
  return type === "dbmon_alert";
}
