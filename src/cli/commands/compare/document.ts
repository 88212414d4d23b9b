/** The JSON document of `dbmon compare --json`. Its schema is schemas/compare.schema.json. */
import * as z from "zod";
import { planSchemas } from "../../../plan-document";
import { objectKinds } from "../../../reconcile";
import { keysOf } from "../../../service";

export function compareSchema() {
  const { origin, fieldChange } = planSchemas();
  const value = fieldChange.shape.to;
  const environment = z.strictObject({ name: z.string(), base_url: origin.base_url });
  const usedObjects = z.array(
    z.strictObject({
      kind: z.enum(keysOf(objectKinds)),
      name: z.string(),
      alerts: z.array(z.string()).describe("Names of the alerts that use it, sorted."),
    }),
  );
  return z
    .strictObject({
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
      objects_only_in_a: usedObjects.describe(
        "Destinations, hosts, policies and durations that alerts of A use, and whose names B does not have.",
      ),
      objects_only_in_b: usedObjects.describe("Those that alerts of B use, and whose names A does not have."),
    })
    .meta({ id: "Compare", description: "The differences between the live alerts of two environments." });
}

export type CompareDocument = z.output<ReturnType<typeof compareSchema>>;
