/** The JSON document of `dbmon accept --json`. Its schema is schemas/accept.schema.json. */
import * as z from "zod";
import { planSchemas, writeField, writeNames, namesInFields, type ObjectNames } from "../../plan-document";
import { type Place, type Problem } from "../../diagnostics";
import { type LiveEdit, placeOfEdit } from "./live-edits";
import { type FileChange } from "./write-files";

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

export interface Acceptance {
  readonly baseUrl: string;
  readonly edited: readonly LiveEdit[];
  /** Alerts of files that dbmon does not edit. */
  readonly listed: readonly LiveEdit[];
  /** Unmanaged alerts with new definitions. */
  readonly defined: readonly DefinedAlert[];
  readonly changes: readonly FileChange[];
  readonly patch: string;
  readonly problems: readonly Problem[];
  readonly names: ObjectNames;
}

export interface DefinedAlert {
  readonly id: number;
  readonly name: string;
  readonly where: Place;
}

export function writeAcceptance(acceptance: Acceptance): AcceptDocument {
  const { baseUrl, edited, listed, defined, changes, patch, problems, names } = acceptance;
  const describe = (edit: LiveEdit, status: AcceptDocument["alerts"][number]["status"]) => ({
    name: edit.definition.name,
    ...(edit.change.action === "create" ? {} : { id: edit.change.live.alert.id }),
    status,
    where: placeOfEdit(edit),
    fields: edit.fields.map(({ path, from: live, to: defined }) => ({
      ...writeField({ path, from: defined, to: live }),
      where: placeOfEdit(edit, path),
    })),
  });
  return {
    version: 1,
    base_url: baseUrl,
    alerts: [
      ...edited.map((edit) => describe(edit, edit.isRemoved ? "removed" : "accepted")),
      ...listed.map((edit) => describe(edit, "listed")),
      ...defined.map((alert) => ({ ...alert, status: "defined" as const, fields: [] })),
    ],
    files: changes.map(({ file }) => file),
    patch,
    problems: [...problems],
    ...writeNames(
      namesInFields(
        names,
        [...edited, ...listed].flatMap(({ fields }) => fields),
      ),
    ),
  };
}
