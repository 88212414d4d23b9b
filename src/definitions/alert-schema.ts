/** An alert as a definition spells it: the attribute names of the Terraform resource, destinations and hosts by name or id. */
import { z } from "zod";
import { type FieldStep, type Place, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import {
  alertConfigDescriptions as config,
  alertDescriptions as own,
  type AlertCondition,
  alertLevels,
} from "../service";

const id = z.int().nonnegative();
const name = z.string().min(1);
const references = z.array(z.union([id, name], "a name or an id")).default([]);

export const alertDefinition = z.strictObject({
  name: name.describe(own.name),
  policy: id.describe(own.policy),
  annotations: z.string().default("").describe(own.annotations),
  disabled: z.boolean().default(false).describe(own.disabled),
  destinations: references.describe(own.destinations),
  hosts: references.describe(config.hosts),
  host_types: z.array(name).default([]).describe(config.host_types),
  renamed_from: name
    .optional()
    .describe("Name that the alert had before: the live alert of that name is renamed, and not made anew."),
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
});

/** Where a value stands in its file, for problems. */
export type PlaceOf = (path: readonly FieldStep[]) => Place;

/** Reads one alert, or adds every complaint about it to `problems`. */
export function readAlertDefinition(
  value: unknown,
  placeOf: PlaceOf,
  problems: Problem[],
): AlertDefinition | undefined {
  const result = alertDefinition.safeParse(value);
  const subject = nameIn(value);
  const hasOneKind = hasMember(value, "event") !== hasMember(value, "threshold");
  if (!hasOneKind && typeof value === "object") {
    const given = hasMember(value, "event")
      ? "has both event and threshold"
      : "has neither event nor threshold";
    problems.push({
      severity: "error",
      what: `The alert ${given}.`,
      where: { ...placeOf([]), ...(subject === undefined ? {} : { subject }) },
      remedy:
        "Give exactly one: event fires on events of some categories, threshold when a metric exceeds a value.",
    });
  }
  if (!result.success) {
    for (const issue of result.error.issues) {
      const field = issue.path.filter((step): step is FieldStep => typeof step !== "symbol");
      const where = { ...placeOf(field), field, ...(subject === undefined ? {} : { subject }) };
      problems.push({ severity: "error", what: `${issue.message}.`, where });
    }
    return undefined;
  }
  const { event, threshold, host_types, renamed_from, ...alert } = result.data;
  const condition = conditionOf(event, threshold);
  if (condition === undefined || !hasOneKind) return undefined;
  if (condition.kind === "threshold" && condition.reset > condition.trigger) {
    problems.push({
      severity: "warning",
      what: `reset (${condition.reset}) is above trigger (${condition.trigger}): the alert would count as resolved while the metric still exceeds the trigger.`,
      where: { ...placeOf(["threshold", "reset"]), subject: alert.name, field: ["threshold", "reset"] },
    });
  }
  const past = renamed_from === undefined ? {} : { renamedFrom: renamed_from };
  return { ...alert, ...past, hostTypes: host_types, condition, place: placeOf([]) };
}

type Parsed = z.output<typeof alertDefinition>;

function conditionOf(event: Parsed["event"], threshold: Parsed["threshold"]): AlertCondition | undefined {
  if (event !== undefined) return { kind: "event", categories: event.categories };
  if (threshold === undefined) return undefined;
  const { alert_level, ...rest } = threshold;
  return { kind: "threshold", alertLevel: alert_level, ...rest };
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("name" in value)) return undefined;
  return typeof value.name === "string" ? value.name : undefined;
}
