/** An environment as a cdktf project: a construct for each group, and an app with one stack. */
import { skippedLines } from "./comments";
import { type ExportedFile } from "./environment";
import { type Model } from "./model";
import { headOf, stamp } from "./stamp";
import { type GroupFile, groupFile } from "./ts-group";
import { sharedFiles, type TsFile } from "./ts-shared";
import { importLines, listed, tsText } from "./ts-text";
import { pascal, wordsIn } from "./words";

/** Files beside those of the groups. */
export const typescriptFileNames = ["main", "options", "destinations", "hosts", "dbmon", "cdktf"];
export const stackName = "alerts";

export function typescriptFiles(model: Model): ExportedFile[] {
  const classes = new Set<string>();
  const groups = model.groups.map((group) => groupFile(group, classNameOf(group.slug, classes), model));
  const shared = sharedFiles(model);
  return [
    { path: "cdktf.json", text: project, keeping: "begun" },
    fileOf(mainFile(groups, shared), [...takenOver, ...withGap(skippedLines(model.skipped))]),
    ...shared.map((file) => fileOf(file)),
    ...groups.map((file) => fileOf(file)),
  ];
}

const takenOver = ["importExisting takes over the alerts that exist; once it is deployed, it can go."];

function withGap(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** As small as it can be: what else a project wants is its own. */
const project = `${JSON.stringify(
  { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" },
  undefined,
  2,
)}\n`;

function fileOf({ name, title, lines }: TsFile, notes: readonly string[] = []): ExportedFile {
  return { path: `${name}.ts`, text: stamp([headOf("//", title, notes), "", ...lines, ""].join("\n")) };
}

function classNameOf(slug: string, used: Set<string>): string {
  const words = wordsIn(slug);
  const base = pascal(words.includes("alerts") ? words : [...words, "alerts"]);
  let name = base;
  for (let number = 2; used.has(name); number++) name = `${base}${number}`;
  used.add(name);
  return name;
}

function mainFile(groups: readonly GroupFile[], shared: readonly TsFile[]): TsFile {
  const references = shared.flatMap(({ name }) =>
    name === "destinations" || name === "hosts" ? [name] : [],
  );
  const imports = [
    ...references.map((name) => [name === "hosts" ? "Hosts" : "Destinations", name] as const),
    ...groups.map(({ className, name }) => [className, name] as const),
  ].sort(([, one], [, other]) => (one < other ? -1 : 1));
  const made = [
    ...references.map(
      (name) => `const ${name} = new ${name === "hosts" ? "Hosts" : "Destinations"}(stack, "${name}");`,
    ),
    ...groups.flatMap(({ className, name, needs }) =>
      listed(`new ${className}(`, ["stack", tsText(name), ...needs], ");"),
    ),
  ];
  const lines = [
    ...importLines(["App", "TerraformStack"], "cdktf"),
    ...importLines(["DbmonProvider"], "dbmon-iac"),
    ...imports.flatMap(([what, file]) => importLines([what], `./${file}`)),
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, ${tsText(stackName)});`,
    "// Address and token come from DBMON_BASE_URL and DBMON_API_TOKEN.",
    'new DbmonProvider(stack, "dbmon");',
    ...(made.length === 0 ? [] : ["", ...made]),
    "",
    "app.synth();",
  ];
  return { name: "main", title: "The environment's alerts, as they were found.", lines };
}
