/** Exports a project of cdktn or cdktf: one construct per group, and an app with one stack. */
import { type CdkLibrary, constructsOf } from "../definitions";
import { type AllReferences, type ExportModel } from "./export-model";
import { type ExportedFile } from "./exportable-alerts";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-text";
import { splitWords, toCamelCase, toPascalCase } from "./identifiers";
import { type ExportedReferences, type NamedReference } from "./references";
import { bracketed, docComment, importLines, tsNumber, tsString } from "./typescript-format";
import { type GroupFile, groupFile, type TypescriptFile } from "./typescript-group";

/** Names of the files that are not groups, without extension, and names that a group would shadow. */
export const typescriptFileNames = ["main", "references", "dbmon", "cdktf", "cdktn"];
export const stackName = "alerts";

const importNote = "importExisting adopts existing alerts. Remove it after the first deployment.";

export function typescriptFiles(
  model: ExportModel,
  { library }: { readonly library: CdkLibrary },
): ExportedFile[] {
  const usedClassNames = new Set<string>();
  const groups = model.groups.map((group) =>
    groupFile(group, uniqueClassName(group.slug, usedClassNames), model, library),
  );
  const shared = sharedFiles(model, library);
  const skipped = formatSkippedAlerts(model.skipped);
  const notes = [importNote, ...(skipped.length === 0 ? [] : ["", ...skipped])];
  return [
    { path: "cdktf.json", text: cdktfJson, kind: "scaffold" },
    codeFile(mainFile(groups, library), notes),
    ...shared.map((file) => codeFile(file)),
    ...groups.map((file) => codeFile(file)),
  ];
}

const cdktfJson = `${JSON.stringify(
  { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" },
  undefined,
  2,
)}\n`;

function codeFile({ name, title, lines }: TypescriptFile, notes: readonly string[] = []): ExportedFile {
  const text = [formatHeader("//", title, notes), "", ...lines, ""].join("\n");
  return { path: `${name}.ts`, text: insertChecksum(text), kind: "code" };
}

function uniqueClassName(slug: string, used: Set<string>): string {
  const words = splitWords(slug);
  const base = toPascalCase(words.includes("alerts") ? words : [...words, "alerts"]);
  let name = base;
  for (let number = 2; used.has(name); number++) name = `${base}${number}`;
  used.add(name);
  return name;
}

function mainFile(groups: readonly GroupFile[], library: CdkLibrary): TypescriptFile {
  const imports = [...groups].sort((a, b) => (a.name < b.name ? -1 : 1));
  const instances = groups.flatMap((group) =>
    bracketed(`new ${group.className}(`, ["stack", tsString(group.name)], ");"),
  );
  const lines = [
    ...importLines(["App", "TerraformStack"], library),
    ...importLines(["DbmonProvider"], constructsOf(library)),
    ...imports.flatMap(({ className, name }) => importLines([className], `./${name}`)),
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, ${tsString(stackName)});`,
    "// Reads the environment variables DBMON_BASE_URL and DBMON_API_TOKEN.",
    'new DbmonProvider(stack, "dbmon");',
    ...(instances.length === 0 ? [] : ["", ...instances]),
    "",
    "app.synth();",
  ];
  return { name: "main", title: "The app: one stack with all alerts.", lines };
}

const objects = [
  ["destinations", "Destination", "Destinations that alerts notify."],
  ["hosts", "Host", "Hosts that alerts are limited to."],
  ["policies", "AlertPolicy", "Policies: how often an alert fires for a host."],
  ["durations", "AlertDuration", "Durations: how long a metric must exceed the trigger."],
] as const satisfies readonly (readonly [keyof AllReferences, string, string])[];

/** Without a reference, there is no file. */
function sharedFiles(model: ExportModel, library: CdkLibrary): TypescriptFile[] {
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

function properties(references: ExportedReferences, className: string): string[] {
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
