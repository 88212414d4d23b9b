/** The JSON document of `dbmon accept --json`. Its schema is schemas/accept.schema.json. Pipelines read it. */
import * as z from "zod";
import { compareStrings, formatPlace, type Place, quote, toSafeLine } from "../../diagnostics";
import { planSchemas } from "../../plan-document";
import { formatFieldValues } from "../../reports";

export function acceptSchema() {
  const { origin, fieldChange, names, place, problem } = planSchemas();
  return z
    .strictObject({
      ...origin,
      alerts: z
        .array(
          z.strictObject({
            name: z.string(),
            id: z.int().exactOptional().describe("ID of the live alert, if it exists."),
            status: z
              .enum(["accepted", "removed", "defined", "listed"])
              .describe(
                "defined: the alert was unmanaged. listed: dbmon cannot edit the definition. Change each field at its location, or remove the definition if there is no ID.",
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

/** `alerts.yaml:8: trigger: 80 -> 85`, from the value of the code to the live value. */
export function changeLines({ alerts, names }: AcceptDocument): string[] {
  const users = new Map<string, number>();
  for (const { status, where } of alerts) {
    const line = formatLine(where);
    if (status === "listed") users.set(line, (users.get(line) ?? 0) + 1);
  }
  const sorted = [...alerts].sort(
    ({ where: a }, { where: b }) =>
      compareStrings(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0),
  );
  return sorted.flatMap(({ name, id, status, where, fields }) => {
    const isShared = (users.get(formatLine(where)) ?? 0) > 1;
    const write = (place: Place, text: string) => {
      const owner = place.address ?? (place.line === undefined || isShared ? place.construct : undefined);
      return toSafeLine([formatLine(place), owner ?? "", text].filter((part) => part !== "").join(": "));
    };
    if (status === "defined") return [write(where, `add ${quote(name)} (id ${id ?? "unknown"})`)];
    if (status === "removed" || id === undefined) return [write(where, `remove ${quote(name)}`)];
    return fields.map(({ where: place, ...field }) => {
      const { from = "none", to = "none" } = formatFieldValues(field, names);
      return write(place, `${String(field.path.at(-1))}: ${from} -> ${to}`);
    });
  });
}

/** `main.ts:42`. The folder of the root module is not named. */
function formatLine({ file, line }: Place): string {
  if (file === undefined || file === ".") return "";
  return formatPlace({ file, ...(line === undefined ? {} : { line }) });
}
