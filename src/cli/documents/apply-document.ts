/** What `dbmon apply --json` and `dbmon destroy --json` print, in zod; see schemas/apply.schema.json. */
import * as z from "zod";
import { type Problem } from "../../diagnostics";
import { type Report } from "../../engine";
import { type PlanDocument, planSchemas } from "../../reconcile";

export function applyForm() {
  const { planDocument, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Of this form. A reader of one form refuses another."),
      plan: planDocument,
      results: z
        .array(
          z.strictObject({
            name: z.string(),
            action: z.enum(["create", "replace", "complete", "rename", "update", "delete"]),
            outcome: z
              .enum(["done", "failed", "not-begun"])
              .describe("not-begun: interrupted before it, or it waits for a change that failed."),
            id: z.int().exactOptional().describe("Of the alert, once it is done."),
            written_at: z.iso.datetime().exactOptional().describe("When it was written last."),
            problems: z.array(problem),
          }),
        )
        .describe("One for each change of the plan that writes; none where nothing was carried out."),
      problems: z.array(problem).describe("Of the run as a whole."),
    })
    .meta({ id: "Apply", description: "What an apply did, change by change." });
}

export type ApplyDocument = z.output<ReturnType<typeof applyForm>>;

export function writeApply(
  plan: PlanDocument,
  results: Report["results"],
  problems: readonly Problem[],
): ApplyDocument {
  return {
    version: 1,
    plan,
    results: results.map(({ name, action, outcome, written, problems: own }) => ({
      name,
      action,
      outcome,
      ...(written === undefined ? {} : { id: written.id, written_at: new Date(written.at).toISOString() }),
      problems: [...own],
    })),
    problems: [...problems],
  };
}
