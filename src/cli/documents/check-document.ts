/** What `dbmon check --json` prints, in zod; see schemas/check.schema.json. */
import * as z from "zod";
import { type Problem } from "../../diagnostics";
import { type AlertDefinition, planSchemas } from "../../reconcile";

export function checkForm() {
  const { place, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Of this form. A reader of one form refuses another."),
      alerts: z
        .array(z.strictObject({ name: z.string(), where: place }))
        .describe("The definitions that could be read."),
      problems: z.array(problem),
    })
    .meta({ id: "Check", description: "All that is wrong with definitions." });
}

export type CheckDocument = z.output<ReturnType<typeof checkForm>>;

export function writeCheck(alerts: readonly AlertDefinition[], problems: readonly Problem[]): CheckDocument {
  return {
    version: 1,
    alerts: alerts.map(({ name, place: where }) => ({ name, where })),
    problems: [...problems],
  };
}
