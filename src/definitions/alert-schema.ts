/** An alert as a definition spells it: the attribute names of the Terraform resource, destinations and hosts by name or id. */
import { z } from "zod";
import { type FieldStep, type Place, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { alertAttributes, conditionOf } from "../service";

const references = z
  .array(z.union([z.int().nonnegative(), z.string().min(1)], "a name or an id"))
  .default([]);

function byNameToo(description = ""): string {
  return description.replace(/^IDs/, "Names or ids");
}

export const alertDefinition = z.strictObject({
  ...alertAttributes,
  destinations: references.describe(byNameToo(alertAttributes.destinations.description)),
  hosts: references.describe(byNameToo(alertAttributes.hosts.description)),
});

/** A definitions file as its author writes it. */
export const definitionsFile = z
  .strictObject({
    alerts: z.array(alertDefinition).describe("The alerts, each of one kind: `event` or `threshold`."),
    ignore: alertAttributes.ignore.describe("The same for every alert of the file."),
  })
  .meta({ id: "Definitions", description: "Alerts of a database monitoring service, as dbmon reads them." });

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
  const { event, threshold, host_types, renamed_from, ignore, ...alert } = result.data;
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
  const left = ignore === undefined ? {} : { ignore };
  return { ...alert, ...past, ...left, hostTypes: host_types, condition, place: placeOf([]) };
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("name" in value)) return undefined;
  return typeof value.name === "string" ? value.name : undefined;
}
