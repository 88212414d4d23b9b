/** TypeScript files that the files of groups import: destinations, hosts, policies and durations. */
import { type ExportModel } from "./export-model";
import { toCamelCase, toKebabCase } from "./identifiers";
import { type NamedReference, type References } from "./references";
import { bracketed, docComment, fits, importLines, tsNumber, tsString } from "./typescript-format";

/** A file without its header. */
export interface TypescriptFile {
  /** Without extension. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export function sharedFiles(model: ExportModel): TypescriptFile[] {
  const { destinations, hosts, policies, durations } = model;
  return [
    ...referenceFile("Destination", "Destinations that alerts notify.", destinations),
    ...referenceFile("Host", "Hosts that alerts are limited to.", hosts),
    ...optionsFile(policies, durations),
  ];
}

function referenceFile(
  className: "Destination" | "Host",
  title: string,
  references: References,
): TypescriptFile[] {
  if (references.size === 0) return [];
  const fields = [...references.values()].flatMap(({ id, name, identifier, reason }) => {
    const declaration = `readonly ${toCamelCase(identifier)} =`;
    const comment = reason === undefined ? [] : [docComment(reason, "  ")];
    if (name === undefined) return [...comment, ...assignment(declaration, `${className}.fromId(${id});`)];
    const constructId = isValidConstructId(name) ? name : toKebabCase(identifier);
    const args = [...new Set([constructId, name])].map(tsString);
    return [...comment, ...bracketed(`${declaration} ${className}.fromName(`, ["this", ...args], ");", "  ")];
  });
  const lines = [
    'import { Construct } from "constructs";',
    `import { ${className} } from "dbmon-iac";`,
    "",
    `export class ${className}s extends Construct {`,
    ...fields,
    "}",
  ];
  return [{ name: `${className.toLowerCase()}s`, title, lines }];
}

/**
 * Whether a name can be the ID of its construct. A name in kebab case could equal the ID of another construct, and names of members of
 * `Object` are invalid in cdktf.
 */
function isValidConstructId(name: string): boolean {
  return !(name in {}) && /^[A-Za-z0-9][\w .:-]*$/.test(name) && /[^a-z0-9-]/.test(name);
}

function assignment(declaration: string, value: string): string[] {
  const line = `  ${declaration} ${value}`;
  return fits(line) ? [line] : [`  ${declaration}`, `    ${value}`];
}

function optionsFile(policies: References, durations: References): TypescriptFile[] {
  const lists = [
    ["policy", "AlertPolicy", "Policies: how often an alert fires for a host.", policies],
    ["duration", "AlertDuration", "Durations: how long a metric must exceed the trigger.", durations],
  ] as const;
  const usedLists = lists.filter(([, , , options]) => options.size > 0);
  if (usedLists.length === 0) return [];
  const classNames = usedLists.map(([, className]) => className).sort();
  const lines = usedLists.flatMap(([name, className, comment, options]) => [
    "",
    docComment(comment, ""),
    `export const ${name} = {`,
    ...[...options.values()].flatMap((option) => optionProperty(option, className)),
    "};",
  ]);
  const title = "Policies and durations that alerts use.";
  return [{ name: "options", title, lines: [...importLines(classNames, "dbmon-iac"), ...lines] }];
}

function optionProperty(option: NamedReference, className: string): string[] {
  const { identifier, name, reason } = option;
  const key = toCamelCase(identifier);
  const comment = reason === undefined ? [] : [docComment(reason, "  ")];
  if (name === undefined) return [...comment, `  ${key}: ${className}.${lookupById(option)},`];
  return [...comment, ...bracketed(`${key}: ${className}.named(`, [tsString(name)], "),", "  ")];
}

function lookupById({ id, seconds }: NamedReference): string {
  if (seconds === undefined) return `fromId(${id})`;
  if (seconds % 3600 === 0) return `hours(${tsNumber(seconds / 3600)})`;
  return seconds % 60 === 0 ? `minutes(${tsNumber(seconds / 60)})` : `seconds(${tsNumber(seconds)})`;
}
