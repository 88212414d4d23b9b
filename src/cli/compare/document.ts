/** The JSON document of `dbmon compare --json`. Its schema is schemas/compare.schema.json. */
import * as z from "zod";
import { planSchemas } from "../../plan-document";

export function compareSchema() {
  const { baseUrl, fieldChange } = planSchemas();
  const value = fieldChange.shape.to;
  const environment = z.strictObject({ name: z.string(), base_url: baseUrl });
  return z
    .strictObject({
      version: z.literal(1).describe("Version of the document format."),
      a: environment,
      b: environment,
      only_in_a: z.array(z.string()).describe("Names of alerts that only A has, sorted."),
      only_in_b: z.array(z.string()).describe("Names of alerts that only B has, sorted."),
      different: z
        .array(
          z.strictObject({
            name: z.string(),
            fields: z.array(
              z.strictObject({
                path: fieldChange.shape.path,
                a: value.describe("Value in A, with names instead of IDs. Missing if the alert has none."),
                b: value.describe("Value in B."),
              }),
            ),
          }),
        )
        .describe("Alerts that both have, and that differ."),
      same: z.int().describe("Number of alerts that are the same."),
    })
    .meta({ id: "Compare", description: "The differences between the live alerts of two environments." });
}

export type CompareDocument = z.output<ReturnType<typeof compareSchema>>;
