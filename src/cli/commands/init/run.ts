/** `dbmon init`: creates a project and prints the next commands. */
import { join, resolve } from "node:path";
import { type CdkLibrary } from "../../../definitions";
import { ProblemError, quote, toSafeLine } from "../../../diagnostics";
import { isExecutable, quoteForShell } from "../../../distribution";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type ProjectLanguage, projectLanguages, selectLibrary } from "../../framework/library";
import { printDocument } from "../../terminal/output";
import { parseEnvironments } from "./environments";
import { type CiName } from "./project";
import {
  type CreatedProject,
  createExample,
  packageFile,
  packageName,
  packageSpec,
  requireNpmPackage,
  type Scaffold,
  scaffoldProject,
} from "./scaffold";

export interface InitFlags {
  readonly language?: ProjectLanguage;
  readonly library?: CdkLibrary;
  /** Names, separated by commas. */
  readonly environments?: string;
  readonly ci?: CiName;
  readonly fromLive?: true;
  readonly example?: string;
  readonly json?: true;
}

/** @param exportLive writes the live alerts into a folder */
export async function initAction(
  context: CliContext,
  folder: string,
  flags: InitFlags,
  exportLive: (to: ProjectLanguage, library: CdkLibrary, out: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (flags.example !== undefined) {
    const files = createExample(folder, flags.example);
    context.out(`Created in ${toSafeLine(folder)}: ${files.join(", ")}`);
    return exitCodes.done;
  }
  const environments = flags.environments === undefined ? [] : parseEnvironments(flags.environments);
  const language = languageOf(flags) ?? (await promptForLanguage(context));
  const library = selectLibrary(flags.library, language, "--language");
  const { ci = "github", fromLive: isFromLive = false } = flags;
  const scaffold = { language, library, folder, environments, ci, isFromLive };
  requireNpmPackage(scaffold);
  const out = language === "yaml" ? join(folder, "alerts") : folder;
  const code = isFromLive ? await exportLive(language, library, out) : exitCodes.done;
  const project = await scaffoldProject(scaffold, context.env);
  const next = nextCommands(scaffold, project);
  if (flags.json === true) {
    const { files, kept } = project;
    printDocument(context, { folder: resolve(folder), language, package: packageSpec, files, kept, next });
  } else {
    formatProject(folder, project, next).forEach(context.out);
  }
  return code;
}

function languageOf({ language, library, environments }: InitFlags): ProjectLanguage | undefined {
  if (environments === undefined) return language ?? (library === undefined ? undefined : "typescript");
  if (language === undefined || language === "yaml") return "yaml";
  throw ProblemError.of("usage", `--environments creates a yaml project, but --language is ${language}.`, {
    remedy:
      "Remove one of the options. In TypeScript and HCL, environments are defined in code: see docs/configuration.md.",
  });
}

async function promptForLanguage(context: CliContext): Promise<ProjectLanguage> {
  const answer = await context.prompt?.(`Which language (${projectLanguages.join(", ")})?`);
  const language = projectLanguages.find((supported) => supported === answer);
  if (language !== undefined) return language;
  const what =
    answer === undefined ? "Missing required option --language." : `Unknown language ${quote(answer)}.`;
  throw ProblemError.of("usage", what, {
    remedy: `Set --language to one of ${projectLanguages.join(", ")}.`,
  });
}

/** Shell commands. `install` and `deploy` run in the current terminal, and `emulator` in a second one. */
interface NextCommands {
  readonly install: readonly string[];
  readonly emulator: readonly string[];
  readonly deploy: readonly string[];
}

const deployCommands: Readonly<Record<ProjectLanguage, readonly string[]>> = {
  typescript: ["npm run deploy -- --auto-approve"],
  yaml: ["npm run deploy -- --yes"],
  hcl: ["npm run init", "npm run deploy -- -auto-approve"],
};

function nextCommands(
  { folder, language, environments, isFromLive }: Scaffold,
  { files }: CreatedProject,
): NextCommands {
  const path = resolve(folder);
  const enter = path === resolve(".") ? [] : [`cd ${quoteForShell(folder)}`];
  const settings =
    environments.length === 0
      ? ["DBMON_BASE_URL=http://127.0.0.1:8080", "DBMON_API_TOKEN=demo-token"]
      : environments.map(({ name, apiTokenVariable }) => `${apiTokenVariable}=${name}-token`);
  // CI can install the package only from the folder of the project.
  const argument = files.includes("package.json") ? "" : ` ./${packageFile ?? packageName}`;
  const install = [...enter, `npm install${argument}`];
  const deploy = deployCommands[language];
  if (isExecutable) return { install: [...enter, "cat README.md"], emulator: [], deploy: [] };
  if (isFromLive)
    return { install: [...install, ...deploy.slice(0, -1), "npm run plan"], emulator: [], deploy: [] };
  return {
    install: [...install, "npm test"],
    emulator: [`cd ${quoteForShell(path)}`, "npm run emulator"],
    deploy: [`export ${settings.join(" ")}`, ...deploy],
  };
}

function formatProject(
  folder: string,
  { files, kept, ignoredFiles }: CreatedProject,
  { install, emulator, deploy }: NextCommands,
): string[] {
  const section = (title: string, commands: readonly string[]) =>
    commands.length === 0 ? [] : ["", title, ...commands.map((command) => `  ${command}`)];
  return [
    `Created in ${toSafeLine(folder)}: ${files.join(", ")}`,
    ...(files.includes("package.json") || isExecutable
      ? []
      : ["Added to package.json: the scripts and dependencies that it lacked"]),
    ...(kept.length > 0 ? [`Existing files, unchanged: ${kept.join(", ")}`] : []),
    ...(kept.includes(".gitignore") ? section("Add these lines to .gitignore:", ignoredFiles) : []),
    ...section("Next:", install),
    ...section("In a second terminal, start the emulator of the service:", emulator),
    ...section("In this terminal, once the emulator is listening:", deploy),
  ];
}
