/** `dbmon init`: creates a project and prints the next commands. */
import { resolve } from "node:path";
import { type CdkLibrary } from "../../../definitions";
import { ProblemError, quote, toSafeLine } from "../../../diagnostics";
import { quoteForShell } from "../../distribution/programs";
import { type CliContext } from "../../framework/context";
import { type ProjectLanguage, projectLanguages, selectLibrary } from "../../framework/library";
import { printDocument } from "../../terminal/output";
import { parseEnvironments, type ProjectEnvironment } from "./environments";
import { type CiName } from "./project";
import { type CreatedProject, packageSpec, requireNpmPackage, scaffoldProject } from "./scaffold";

export interface InitFlags {
  readonly language?: ProjectLanguage;
  readonly library?: CdkLibrary;
  /** Names, separated by commas. */
  readonly environments?: string;
  readonly ci?: CiName;
  readonly json?: true;
}

export async function initAction(context: CliContext, folder: string, flags: InitFlags): Promise<void> {
  requireNpmPackage();
  const environments = flags.environments === undefined ? [] : parseEnvironments(flags.environments);
  const language = languageOf(flags) ?? (await promptForLanguage(context));
  const library = selectLibrary(flags.library, language, "--language");
  const { ci = "github" } = flags;
  const project = await scaffoldProject({ language, library, folder, environments, ci }, context.env);
  const next = nextCommands(folder, language, environments);
  if (flags.json === true) {
    const { files, kept } = project;
    printDocument(context, { folder: resolve(folder), language, package: packageSpec, files, kept, next });
  } else {
    formatProject(folder, project, next).forEach(context.out);
  }
}

function languageOf({ language, library, environments }: InitFlags): ProjectLanguage | undefined {
  if (environments === undefined) return language ?? (library === undefined ? undefined : "typescript");
  if (language === undefined || language === "yaml") return "yaml";
  throw ProblemError.of(`--environments creates a yaml project, but --language is ${language}.`, {
    remedy:
      "Remove one of the options. In TypeScript and HCL, environments are defined in code: see docs/guides/environments.md.",
  });
}

async function promptForLanguage(context: CliContext): Promise<ProjectLanguage> {
  const answer = await context.prompt?.(`Which language (${projectLanguages.join(", ")})?`);
  const language = projectLanguages.find((supported) => supported === answer);
  if (language !== undefined) return language;
  const what =
    answer === undefined ? "Missing required option --language." : `Unknown language ${quote(answer)}.`;
  throw ProblemError.of(what, { remedy: `Set --language to one of ${projectLanguages.join(", ")}.` });
}

/** Shell commands. `install` and `deploy` run in the current terminal, and `emulator` in a second one. */
interface NextCommands {
  readonly install: readonly string[];
  readonly emulator: readonly string[];
  readonly deploy: readonly string[];
}

/** Commands that deploy without asking for approval. */
const deployCommands: Readonly<Record<ProjectLanguage, readonly string[]>> = {
  typescript: ["npm run deploy -- --auto-approve"],
  yaml: ["npm run deploy -- --yes"],
  hcl: ["npm run init", "npm run deploy -- -auto-approve"],
};

function nextCommands(
  folder: string,
  language: ProjectLanguage,
  environments: readonly ProjectEnvironment[],
): NextCommands {
  const path = resolve(folder);
  const isCurrentFolder = path === resolve(".");
  const settings =
    environments.length === 0
      ? ["DBMON_BASE_URL=http://127.0.0.1:8080", "DBMON_API_TOKEN=demo-token"]
      : environments.map(({ name, apiTokenVariable }) => `${apiTokenVariable}=${name}-token`);
  return {
    install: [...(isCurrentFolder ? [] : [`cd ${quoteForShell(folder)}`]), "npm install", "npm test"],
    emulator: [`cd ${quoteForShell(path)}`, "npm run emulator"],
    deploy: [`export ${settings.join(" ")}`, ...deployCommands[language]],
  };
}

function formatProject(
  folder: string,
  { files, kept, ignoredFiles }: CreatedProject,
  { install, emulator, deploy }: NextCommands,
): string[] {
  const section = (title: string, commands: readonly string[]) => [
    "",
    title,
    ...commands.map((command) => `  ${command}`),
  ];
  return [
    `Created in ${toSafeLine(folder)}: ${files.join(", ")}`,
    ...(kept.length > 0 ? [`Existing files, unchanged: ${kept.join(", ")}`] : []),
    ...(kept.includes(".gitignore") ? section("Add these lines to .gitignore:", ignoredFiles) : []),
    ...section("Next:", install),
    ...section("In a second terminal, start the emulator of the service:", emulator),
    ...section("In this terminal, once the emulator is listening:", deploy),
  ];
}
