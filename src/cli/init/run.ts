/** `dbmon init`: creates a project and prints the next commands. */
import { resolve } from "node:path";
import { type Problem, ProblemError, quote, toSafeLine } from "../../diagnostics";
import { type CliContext } from "../shared/context";
import { type CiName, publication } from "./ci";
import { parseEnvironments } from "./environments";
import { findInstalledTarball } from "./installed-tarball";
import { type Language, languages, type NextCommands, nextCommands } from "./project";
import { type CreatedProject, writeScaffold } from "./scaffold";
import { printDocument } from "../shared/output/output";
import { quoteForShell } from "../shared/process/shell";

export interface InitFlags {
  readonly language?: Language;
  readonly package?: string;
  /** Names, separated by commas. */
  readonly environments?: string;
  readonly ci?: CiName;
  readonly json?: true;
}

export async function initAction(context: CliContext, folder: string, flags: InitFlags): Promise<void> {
  const packageSpec = flags.package ?? findInstalledTarball();
  const missing = packageSpec === undefined ? [missingPackage] : [];
  const environments = flags.environments === undefined ? [] : parseEnvironments(flags.environments);
  const language = languageOf(flags) ?? (await promptForLanguage(context, missing));
  if (packageSpec === undefined) throw new ProblemError(missing);
  const { ci = "github" } = flags;
  const project = writeScaffold({ language, folder, packageSpec, environments, ci, publication });
  const next = nextCommands(folder, language, environments);
  if (flags.json === true) {
    const { files, kept } = project;
    printDocument(context, { folder: resolve(folder), language, package: packageSpec, files, kept, next });
  } else {
    formatProject(folder, packageSpec, project, next).forEach(context.out);
  }
}

/** @throws ProblemError for environments in a language whose projects define them in code */
function languageOf({ language, environments }: InitFlags): Language | undefined {
  if (environments === undefined) return language;
  if (language === undefined || language === "yaml") return "yaml";
  throw ProblemError.of(`--environments creates a yaml project, but --language is ${language}.`, {
    remedy:
      "Remove one of the options. In TypeScript and HCL, environments are defined in code: see docs/guides/environments.md.",
  });
}

const missingPackage: Problem = {
  severity: "error",
  what: "Missing required option --package.",
  // A package of this name on npm would be another one.
  remedy:
    "dbmon-iac is not published to npm yet. Run npm pack in its repository, and set --package file:/PATH/dbmon-iac-VERSION.tgz.",
};

function formatProject(
  folder: string,
  packageSpec: string,
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
    ...(packageSpec.startsWith("file:")
      ? section("Before CI runs, copy the package into the project, so that CI can install it:", [
          `cp ${quoteForShell(packageSpec.slice("file:".length))} .`,
          "npm install ./dbmon-iac-*.tgz",
        ])
      : []),
  ];
}

/** @param missing other problems of the options, which are reported before the user is asked */
async function promptForLanguage(context: CliContext, missing: readonly Problem[]): Promise<Language> {
  if (context.prompt !== undefined && missing.length > 0) throw new ProblemError(missing);
  const answer = await context.prompt?.(`Which language (${languages.join(", ")})?`);
  const language = languages.find((supported) => supported === answer);
  if (language !== undefined) return language;
  const what =
    answer === undefined ? "Missing required option --language." : `Unknown language ${quote(answer)}.`;
  const remedy = `Set --language to one of ${languages.join(", ")}.`;
  throw new ProblemError([{ severity: "error", what, remedy }, ...missing]);
}
