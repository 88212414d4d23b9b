/** The JSON document of `dbmon check --json`. Its schema is schemas/check.schema.json. */
import * as z from "zod";
import { type Problem } from "../../diagnostics";
import { type AlertDefinition, planSchemas } from "../../reconcile";

export function checkSchema() {
  const { place, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Version of the document format."),
      alerts: z
        .array(z.strictObject({ name: z.string(), where: place }))
        .describe("The definitions that could be read."),
      problems: z.array(problem),
    })
    .meta({ id: "Check", description: "The problems of definitions." });
}

export type CheckDocument = z.output<ReturnType<typeof checkSchema>>;

export function writeCheck(alerts: readonly AlertDefinition[], problems: readonly Problem[]): CheckDocument {
  return {
    version: 1,
    alerts: alerts.map(({ name, place: where }) => ({ name, where })),
    problems: [...problems],
  };
}
