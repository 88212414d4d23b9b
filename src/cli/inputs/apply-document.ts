/**
 * The JSON document of `dbmon apply --json` and `dbmon destroy --json`. Its schema is schemas/apply.schema.json. `dbmon drift --applied` reads it.
 */
import * as z from "zod";
import { planSchemas } from "../../plan-document";

export function applySchema() {
  const { origin, planDocument, problem } = planSchemas();
  return z
    .strictObject({
      ...origin,
      plan: planDocument,
      results: z
        .array(
          z.strictObject({
            name: z.string(),
            action: z
              .enum(["create", "replace", "complete", "rename", "update", "delete", "unchanged"])
              .describe("complete or unchanged for a planned creation: another run created the alert."),
            outcome: z
              .enum(["done", "failed", "skipped"])
              .describe("skipped: the run was interrupted, or a change that must come first has failed."),
            id: z.int().exactOptional().describe("ID of the alert, if the change is done."),
            written_at: z.iso.datetime().exactOptional().describe("Time of the last write."),
            problems: z.array(problem),
          }),
        )
        .describe("One result per change that writes. Empty if the plan was not executed."),
      problems: z.array(problem).describe("Problems of the whole run."),
    })
    .meta({ id: "Apply", description: "The result of an apply, change by change." });
}

export type ApplyDocument = z.output<ReturnType<typeof applySchema>>;
