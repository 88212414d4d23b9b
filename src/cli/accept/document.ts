/** The JSON document of `dbmon accept --json`. Its schema is schemas/accept.schema.json. */
import * as z from "zod";
import { planSchemas, writeField } from "../../plan-document";
import { type LiveEdit, placeOfEdit } from "./live-edits";

export function acceptSchema() {
  const { baseUrl, fieldChange, names, place, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Version of the document format."),
      base_url: baseUrl,
      alerts: z
        .array(
          z.strictObject({
            name: z.string(),
            id: z.int().exactOptional().describe("ID of the live alert, if it exists."),
            status: z
              .enum(["accepted", "removed", "defined", "listed"])
              .describe(
                "defined: the alert was unmanaged. listed: dbmon does not edit the file. Change each field at its location, or remove the definition if there is no ID.",
              ),
            where: place.describe("Location of the definition."),
            fields: z
              .array(
                fieldChange.extend({
                  from: fieldChange.shape.from.describe("Value of the code. Missing if it has none."),
                  to: fieldChange.shape.to.describe("Live value. Missing if the live alert has none."),
                  where: place.describe("Location of the value."),
                }),
              )
              .describe("The fields to change in the code."),
          }),
        )
        .describe("The alerts whose live values are accepted or listed."),
      files: z.array(z.string()).describe("The changed files."),
      patch: z.string().describe("The changes of the files as a unified diff, for git apply."),
      problems: z.array(problem).describe("Why other drifted alerts are not accepted."),
      names,
    })
    .meta({ id: "Accept", description: "The live values that definitions adopt." });
}

export type AcceptDocument = z.output<ReturnType<typeof acceptSchema>>;

export function describeEdit(
  edit: LiveEdit,
  status: AcceptDocument["alerts"][number]["status"],
): AcceptDocument["alerts"][number] {
  const { definition, change, fields } = edit;
  return {
    name: definition.name,
    ...(change.action === "create" ? {} : { id: change.live.alert.id }),
    status,
    where: placeOfEdit(edit),
    fields: fields.map(({ path, from: live, to: defined }) => ({
      ...writeField({ path, from: defined, to: live }),
      where: placeOfEdit(edit, path),
    })),
  };
}
