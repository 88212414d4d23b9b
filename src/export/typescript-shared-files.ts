/** The TypeScript file that the files of groups import: references to destinations, hosts, policies and durations. */
import { type CdkLibrary, constructsOf } from "../definitions";
import { type ExportModel } from "./export-model";
import { toCamelCase } from "./identifiers";
import { type NamedReference, type References } from "./references";
import { bracketed, docComment, importLines, tsNumber, tsString } from "./typescript-format";

/** A file without its header. */
export interface TypescriptFile {
  /** Without extension. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Names of the exported objects. */
export type ReferenceObject = "destinations" | "hosts" | "policies" | "durations";

const objects = [
  ["destinations", "Destination", "Destinations that alerts notify."],
  ["hosts", "Host", "Hosts that alerts are limited to."],
  ["policies", "AlertPolicy", "Policies: how often an alert fires for a host."],
  ["durations", "AlertDuration", "Durations: how long a metric must exceed the trigger."],
] as const satisfies readonly (readonly [ReferenceObject, string, string])[];

/** Without a reference, there is no file. */
export function sharedFiles(model: ExportModel, library: CdkLibrary): TypescriptFile[] {
  const used = objects.filter(([name]) => model[name].size > 0);
  if (used.length === 0) return [];
  const classNames = used.map(([, className]) => className).sort();
  const lines = used.flatMap(([name, className, comment]) => [
    "",
    docComment(comment, ""),
    `export const ${name} = {`,
    ...properties(model[name], className),
    "};",
  ]);
  const title = "Destinations, hosts, policies and durations that alerts use.";
  return [
    { name: "references", title, lines: [...importLines(classNames, constructsOf(library)), ...lines] },
  ];
}

function properties(references: References, className: string): string[] {
  return [...references.values()].flatMap((reference) => {
    const { identifier, name, reason } = reference;
    const key = toCamelCase(identifier);
    const comment = reason === undefined ? [] : [docComment(reason, "  ")];
    if (name === undefined) return [...comment, `  ${key}: ${className}.${withoutName(reference)},`];
    return [...comment, ...bracketed(`${key}: ${className}.fromName(`, [tsString(name)], "),", "  ")];
  });
}

function withoutName({ id, seconds }: NamedReference): string {
  if (seconds === undefined) return `fromId(${id})`;
  if (seconds % 3600 === 0) return `hours(${tsNumber(seconds / 3600)})`;
  return seconds % 60 === 0 ? `minutes(${tsNumber(seconds / 60)})` : `seconds(${tsNumber(seconds)})`;
}
