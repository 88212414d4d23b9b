/**
 * An alert with its configuration in one value, as people and Terraform spell it: the form of definitions files and of plans.
 * The service's own form, in two halves, is in alert.ts and alert-config.ts.
 */
import * as z from "zod";
import { alertDescriptions as own } from "./alert";
import { type AlertCondition, alertConfigDescriptions as config } from "./alert-config";
import { alertLevels } from "./vocabulary";
import { id } from "./response-parsing";

const name = z.string().min(1);

/** Attributes that a definition may leave as people set them in the service. */
export const ignorableAttributes = [
  "policy",
  "annotations",
  "disabled",
  "destinations",
  "hosts",
  "host_types",
  "event",
  "threshold",
] as const;
export type IgnorableAttribute = (typeof ignorableAttributes)[number];

/** The attributes of an alert; destinations and hosts are ids. */
export const alertAttributes = {
  name: name.describe(own.name),
  policy: id.describe(own.policy),
  annotations: z.string().default("").describe(own.annotations),
  disabled: z.boolean().default(false).describe(own.disabled),
  destinations: z.array(id).default([]).describe(own.destinations),
  hosts: z.array(id).default([]).describe(config.hosts),
  host_types: z.array(name).default([]).describe(config.host_types),
  renamed_from: name
    .optional()
    .describe("Name that the alert had before: the live alert of that name is renamed, and not made anew."),
  ignore: z
    .array(z.enum(ignorableAttributes))
    .optional()
    .describe("Attributes that are left as the service has them once the alert exists, such as `disabled`."),
  event: z
    .strictObject({ categories: z.array(name).min(1).describe(config.categories) })
    .optional()
    .describe("Makes the alert an event alert."),
  threshold: z
    .strictObject({
      alert_level: z.enum(alertLevels).describe(config.alert_level),
      metric: name.describe(config.metric),
      trigger: z.number().describe(config.trigger),
      duration: id.describe(config.duration),
      reset: z.number().describe(config.reset),
    })
    .optional()
    .describe("Makes the alert a threshold alert."),
} as const;

/** Just one of them is there in a whole alert. */
export interface ConditionAttributes {
  readonly event?: NonNullable<z.output<typeof alertAttributes.event>>;
  readonly threshold?: NonNullable<z.output<typeof alertAttributes.threshold>>;
}

/** The condition, or undefined where the value has neither kind, or both. */
export function conditionOf(
  event: ConditionAttributes["event"],
  threshold: ConditionAttributes["threshold"],
): AlertCondition | undefined {
  if (event !== undefined) {
    return threshold === undefined ? { kind: "event", categories: event.categories } : undefined;
  }
  if (threshold === undefined) return undefined;
  const { alert_level, ...rest } = threshold;
  return { kind: "threshold", alertLevel: alert_level, ...rest };
}

/** The attributes that say the condition. */
export function attributesOf(condition: AlertCondition): ConditionAttributes {
  switch (condition.kind) {
    case "event":
      return { event: { categories: [...condition.categories] } };
    case "threshold": {
      const { kind: _, alertLevel, ...rest } = condition;
      return { threshold: { alert_level: alertLevel, ...rest } };
    }
  }
}
