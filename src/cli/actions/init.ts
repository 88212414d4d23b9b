/** `dbmon init`: creates a project and prints the next commands. */
import { resolve } from "node:path";
import { ProblemError, quote, toSafeLine } from "../../diagnostics";
import { type CliContext } from "../context";
import { type Language, languages, type NextCommands, nextCommands } from "../init/project";
import { writeScaffold } from "../init/scaffold";
import { jsonText } from "../json-text";
import { version } from "../version";

export interface InitFlags {
  readonly language?: Language;
  readonly package?: string;
  readonly json?: true;
}

export async function initAction(context: CliContext, folder: string, flags: InitFlags): Promise<void> {
  const language = flags.language ?? (await promptForLanguage(context));
  const files = writeScaffold({ language, folder, packageSpec: flags.package ?? version });
  const next = nextCommands(folder, language);
  if (flags.json === true) context.out(jsonText({ folder: resolve(folder), language, files, next }));
  else formatProject(folder, files, next).forEach(context.out);
}

function formatProject(
  folder: string,
  files: readonly string[],
  { install, emulator, deploy }: NextCommands,
): string[] {
  const section = (title: string, commands: readonly string[]) => [
    "",
    title,
    ...commands.map((command) => `  ${command}`),
  ];
  return [
    `Created in ${toSafeLine(folder)}: ${files.join(", ")}`,
    ...section("Next:", install),
    ...section("In a second terminal, start the emulator of the service:", emulator),
    ...section("In this terminal, once the emulator is listening:", deploy),
  ];
}

async function promptForLanguage(context: CliContext): Promise<Language> {
  const answer = await context.prompt?.(`Which language (${languages.join(", ")})?`);
  const language = languages.find((supported) => supported === answer);
  if (language !== undefined) return language;
  throw ProblemError.of(
    answer === undefined ? "Missing required option --language." : `Unknown language ${quote(answer)}.`,
    { remedy: `Set --language to one of ${languages.join(", ")}.` },
  );
}
