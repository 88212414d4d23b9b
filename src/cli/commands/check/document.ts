/** The JSON document of `dbmon check --json`. Its schema is schemas/check.schema.json. */
import * as z from "zod";
import { type Definitions } from "../../../definitions";
import { planSchemas, type RuleExceptions, type RunOrigin, writeOrigin } from "../../../plan-document";

export function checkSchema() {
  const { origin, place, problem, exceptions } = planSchemas();
  return z
    .strictObject({
      ...origin,
      alerts: z
        .array(z.strictObject({ name: z.string(), where: place }))
        .describe("The definitions without errors."),
      invalid_alerts: z
        .array(z.strictObject({ name: z.string().exactOptional(), where: place }))
        .describe("The definitions with errors."),
      problems: z.array(problem),
      exceptions,
    })
    .meta({ id: "Check", description: "The problems of definitions." });
}

export type CheckDocument = z.output<ReturnType<typeof checkSchema>>;

export function writeCheck(
  { alerts, invalidAlerts, problems }: Definitions,
  origin: RunOrigin = {},
  exceptions: RuleExceptions = [],
): CheckDocument {
  return {
    ...writeOrigin(origin),
    alerts: alerts.map(({ name, place: where }) => ({ name, where })),
    invalid_alerts: invalidAlerts.map(({ name, place: where }) => ({
      ...(name === undefined ? {} : { name }),
      where,
    })),
    problems: [...problems],
    ...(exceptions.length === 0 ? {} : { exceptions }),
  };
}
