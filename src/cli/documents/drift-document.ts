/** What `dbmon drift --json` prints, in zod; every description goes into schemas/drift.schema.json. */
import * as z from "zod";
import { type Place } from "../../diagnostics";
import { type Drift } from "../../engine";
import { nameOf, namesInFields, planSchemas, writeField, writeNames } from "../../reconcile";

export function driftForm() {
  const { fieldChange, names, place, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Of this form. A reader of one form refuses another."),
      alerts: z
        .array(
          z.strictObject({
            name: z.string(),
            status: z
              .enum(["in-sync", "pending", "drifted", "unknown"])
              .describe(
                "pending: it reads as it was before our own write, which takes effect until then; " +
                  "unknown: it differs, and was not looked at again a propagation window later.",
              ),
            until: z.iso
              .datetime()
              .exactOptional()
              .describe("When what is pending has to have taken effect."),
            id: z.int().exactOptional().describe("Of the live alert, where there is one."),
            action: z
              .enum(["create", "replace", "complete", "rename", "update", "unchanged"])
              .describe("What an apply would do."),
            where: place.exactOptional().describe("Where its definition is written."),
            fields: z.array(fieldChange).describe("What differs: from the live value, to the desired one."),
          }),
        )
        .describe("One for each definition, by name."),
      unmanaged: z
        .array(z.strictObject({ id: z.int(), name: z.string() }))
        .describe("Live alerts that no definition names: not in code."),
      problems: z.array(problem).describe("Where one is an error, nothing was compared."),
      names,
    })
    .meta({ id: "Drift", description: "Which live alerts are not as their definitions say." });
}

export type DriftDocument = z.output<ReturnType<typeof driftForm>>;

export function writeDrift(
  { alerts, unmanaged, problems, names: known = {} }: Drift,
  places: ReadonlyMap<string, Place>,
): DriftDocument {
  return {
    version: 1,
    alerts: alerts.map(({ change, ...standing }) => {
      const name = nameOf(change);
      const where = places.get(name);
      return {
        name,
        status: standing.status,
        ...(standing.status === "pending" ? { until: new Date(standing.until).toISOString() } : {}),
        ...(change.action === "create" ? {} : { id: change.live.alert.id }),
        action: change.action,
        ...(where === undefined ? {} : { where }),
        fields: change.fields.map(writeField),
      };
    }),
    unmanaged: unmanaged.map(({ id, name }) => ({ id, name })),
    problems: [...problems],
    ...writeNames(
      namesInFields(
        known,
        alerts.flatMap(({ change }) => change.fields),
      ),
    ),
  };
}
