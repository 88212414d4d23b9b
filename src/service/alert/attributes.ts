/**
 * The attributes of an alert with its configuration, in the format of definition files, plans and Terraform. The service's format, with
 * separate settings and configuration, is in alert.ts and config.ts.
 */
import * as z from "zod";
import { keysOf, specified } from "../fields";
import { timestampPattern } from "../timestamp";
import { type EventCondition } from "./config";
import { alertDescriptions, conditionFields, scopeFields, settingsFields } from "./fields";
import { muteDescriptions } from "./mute";
import {
  allowNoHostsDescription,
  hostTagsDescription,
  maxSelectorLength,
  maxTagKeys,
  maxTagValues,
} from "./selectors";

const { name, annotations, policy, destinations } = specified(settingsFields);
const event = specified(conditionFields.event);
const selectorText = z.string().min(1).max(maxSelectorLength);

/** Attributes that a definition can ignore, so that manual changes to them are kept. */
export const ignorableAttributes = [
  "policy",
  "annotations",
  "disabled",
  "destinations",
  ...keysOf(scopeFields),
  ...keysOf(conditionFields),
] as const;
export type IgnorableAttribute = (typeof ignorableAttributes)[number];

/** The attributes of an alert. Destinations and hosts are IDs. */
export const alertAttributes = {
  name,
  policy,
  annotations,
  disabled: z.boolean().default(false).describe(alertDescriptions.disabled),
  muted: z
    .strictObject({
      until: z
        .string()
        .min(1)
        .meta({ pattern: `${timestampPattern}|\\$\\{` })
        .describe(muteDescriptions.until),
      reason: z.string().min(1).exactOptional().describe(muteDescriptions.reason),
    })
    .optional()
    .describe(muteDescriptions.muted),
  destinations: destinations.default([]).describe(alertDescriptions.destinations),
  ...specified(scopeFields),
  host_tags: z
    .record(selectorText, z.union([selectorText, z.array(selectorText).min(1).max(maxTagValues)]))
    .meta({ minProperties: 1, maxProperties: maxTagKeys })
    .optional()
    .describe(hostTagsDescription),
  allow_no_hosts: z.boolean().optional().describe(allowNoHostsDescription),
  renamed_from: z
    .string()
    .min(1)
    .optional()
    .describe("Previous name of the alert. The live alert with that name is renamed instead of replaced."),
  ignore: z
    .array(z.enum(ignorableAttributes))
    .optional()
    .describe(
      "Attributes that are set on creation and then ignored, such as `disabled`, so that manual changes to them are kept.",
    ),
  event: z
    .strictObject({ categories: event.categories.min(1).describe(alertDescriptions.categories) })
    .optional()
    .describe("Makes the alert an event alert."),
  threshold: z
    .strictObject(specified(conditionFields.threshold))
    .optional()
    .describe("Makes the alert a threshold alert."),
};

/** A complete alert has exactly one of them. */
export interface ConditionAttributes {
  readonly event?: NonNullable<z.output<typeof alertAttributes.event>>;
  readonly threshold?: NonNullable<z.output<typeof alertAttributes.threshold>>;
}

/** @returns undefined if neither or both are set */
export function conditionOf<Threshold extends object>(
  event: ConditionAttributes["event"],
  threshold: Threshold | undefined,
): EventCondition | (Threshold & { readonly kind: "threshold" }) | undefined {
  if (event === undefined) return threshold && { kind: "threshold", ...threshold };
  return threshold === undefined ? { kind: "event", categories: event.categories } : undefined;
}

export function attributesOf<Threshold extends { readonly kind: "threshold" }>(
  condition: EventCondition | Threshold,
): Pick<ConditionAttributes, "event"> & { readonly threshold?: Omit<Threshold, "kind"> } {
  if (condition.kind === "event") return { event: { categories: [...condition.categories] } };
  const { kind: _, ...threshold } = condition;
  return { threshold };
}
