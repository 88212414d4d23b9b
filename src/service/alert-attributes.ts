/**
 * The attributes of an alert with its configuration, in the format of definition files, plans and Terraform. The service's format, with
 * separate settings and configuration, is in alert.ts and alert-config.ts.
 */
import * as z from "zod";
import { alertDescriptions as settings } from "./alert";
import {
  type AlertCondition,
  alertConfigDescriptions as config,
  type EventCondition,
  type ThresholdCondition,
} from "./alert-config";
import { muteDescription } from "./mute";
import { timestampPattern } from "./timestamp";
import { type AlertLevel, alertLevels } from "./vocabulary";
import { id } from "./response-parsing";

const name = z.string().min(1);

/** Attributes that a definition can ignore, so that manual changes to them are kept. */
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

/** The attributes of an alert. Destinations and hosts are IDs. */
export const alertAttributes = {
  name: name.describe(settings.name),
  policy: id.describe(settings.policy),
  annotations: z.string().default("").describe(settings.annotations),
  disabled: z.boolean().default(false).describe(settings.disabled),
  muted_until: z
    .string()
    .min(1)
    .meta({ pattern: `${timestampPattern}|\\$\\{` })
    .optional()
    .describe(muteDescription),
  destinations: z.array(id).default([]).describe(settings.destinations),
  hosts: z.array(id).default([]).describe(config.hosts),
  host_types: z.array(name).default([]).describe(config.host_types),
  renamed_from: name
    .optional()
    .describe("Previous name of the alert. The live alert with that name is renamed instead of replaced."),
  ignore: z
    .array(z.enum(ignorableAttributes))
    .optional()
    .describe(
      "Attributes that are set on creation and then ignored, such as `disabled`, so that manual changes to them are kept.",
    ),
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

/** A complete alert has exactly one of them. */
export interface ConditionAttributes {
  readonly event?: NonNullable<z.output<typeof alertAttributes.event>>;
  readonly threshold?: NonNullable<z.output<typeof alertAttributes.threshold>>;
}

type ThresholdOf<Threshold> = Omit<Threshold, "alert_level"> &
  Pick<ThresholdCondition, "kind" | "alertLevel">;

/** @returns undefined if neither or both are set */
export function conditionOf<Threshold extends { readonly alert_level: AlertLevel }>(
  event: ConditionAttributes["event"],
  threshold: Threshold | undefined,
): EventCondition | ThresholdOf<Threshold> | undefined {
  if (event !== undefined) {
    return threshold === undefined ? { kind: "event", categories: event.categories } : undefined;
  }
  if (threshold === undefined) return undefined;
  const { alert_level, ...rest } = threshold;
  return { kind: "threshold", alertLevel: alert_level, ...rest };
}

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
