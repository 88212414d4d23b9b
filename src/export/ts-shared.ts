/** The files that the files of alerts refer to: destinations, hosts, and the names of policies and durations. */
import { type References } from "./references";
import { type Model } from "./model";
import { type NamedOptions } from "./options";
import { camel, kebab } from "./words";
import { docComment, fits, listed, tsText } from "./ts-text";

/** A file of TypeScript without its head. */
export interface TsFile {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export function sharedFiles(model: Model): TsFile[] {
  const { destinations, hosts, policies, durations } = model;
  return [
    ...referenceFile("Destination", "Whom alerts notify.", destinations),
    ...referenceFile("Host", "Hosts that alerts are restricted to.", hosts),
    ...optionsFile(policies, durations),
  ];
}

function referenceFile(noun: "Destination" | "Host", title: string, references: References): TsFile[] {
  if (references.size === 0) return [];
  const fields = [...references.values()].flatMap(({ id, name, words, reason }) => {
    const begin = `readonly ${camel(words)} =`;
    const comment = reason === undefined ? [] : [docComment(reason, "  ")];
    if (name === undefined) return [...comment, ...assigned(begin, `${noun}.fromId(${id});`)];
    const idAndName = [...new Set([canBeId(name) ? name : kebab(words), name])].map(tsText);
    return [...comment, ...listed(`${begin} ${noun}.fromName(`, ["this", ...idAndName], ");", "  ")];
  });
  const lines = [
    'import { Construct } from "constructs";',
    `import { ${noun} } from "dbmon-iac";`,
    "",
    `export class ${noun}s extends Construct {`,
    ...fields,
    "}",
  ];
  return [{ name: `${noun.toLowerCase()}s`, title, lines }];
}

/** A name that no other one's words make, and that neither cdktf nor constructs stumble over: to them objects have members already. */
function canBeId(name: string): boolean {
  return !(name in {}) && /^[A-Za-z0-9][\w .:-]*$/.test(name) && /[^a-z0-9-]/.test(name);
}

function assigned(begin: string, value: string): string[] {
  const line = `  ${begin} ${value}`;
  return fits(line) ? [line] : [`  ${begin}`, `    ${value}`];
}

function optionsFile(policies: NamedOptions, durations: NamedOptions): TsFile[] {
  const lists = [
    ["policy", "How often an alert fires for a host: the service's own ids.", policies],
    ["duration", "How long a trigger has to be exceeded: the service's own ids.", durations],
  ] as const;
  const lines = lists
    .filter(([, , options]) => options.size > 0)
    .flatMap(([name, comment, options]) => [
      "",
      docComment(comment, ""),
      `export const ${name} = {`,
      ...[...options.values()].map(({ id, words }) => `  ${camel(words)}: ${id},`),
      "};",
    ]);
  const title = "What the service offers to choose from, by its names.";
  return lines.length === 0 ? [] : [{ name: "options", title, lines: lines.slice(1) }];
}
