/** The content of an alert as private states store it. An incomplete alert has no condition. */
import * as z from "zod";
import { type DesiredAlert } from "../../../reconcile";
import { alertAttributes, type AlertCondition, attributesOf, conditionOf } from "../../../service";
import { type JsonValue } from "../../../tfplugin";

const {
  renamed_from: _renamedFrom,
  ignore: _ignore,
  muted_until: _mutedUntil,
  ...attributes
} = alertAttributes;

export const storedContent = z.object({
  ...attributes,
  event: z.object({ categories: z.array(z.string()) }).optional(),
});

type AlertContent = Pick<
  DesiredAlert,
  "name" | "policy" | "annotations" | "disabled" | "destinations" | "hosts" | "hostTypes"
> & { readonly condition: AlertCondition | undefined };

export function readContent(stored: z.output<typeof storedContent>): AlertContent {
  const { event, threshold, host_types, ...rest } = stored;
  return { ...rest, hostTypes: host_types, condition: conditionOf(event, threshold) };
}

export function writeContent(alert: AlertContent): Record<string, JsonValue> {
  const { name, policy, annotations, disabled, destinations, hosts, hostTypes, condition } = alert;
  const sets = { destinations: [...destinations], hosts: [...hosts], host_types: [...hostTypes] };
  const { event, threshold } = condition === undefined ? {} : attributesOf(condition);
  return {
    ...{ name, policy, annotations, disabled, ...sets },
    ...(event === undefined ? {} : { event: { ...event } }),
    ...(threshold === undefined ? {} : { threshold: { ...threshold } }),
  };
}
