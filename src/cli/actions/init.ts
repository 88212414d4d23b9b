/** What `dbmon init` does: it writes a project, and tells what to type next. */
import { resolve } from "node:path";
import { ProblemError, quote } from "../../diagnostics";
import { type CliContext } from "../context";
import { jsonText } from "../json-text";
import { writeScaffold } from "../init/scaffold";
import { type Language, languages } from "../init/languages";
import { quoteForShell } from "../shell";
import { version } from "../version";

export interface InitFlags {
  readonly language?: Language;
  readonly package?: string;
  readonly json?: true;
}

export async function initAction(context: CliContext, folder: string, flags: InitFlags): Promise<void> {
  const language = flags.language ?? (await askForLanguage(context));
  const files = writeScaffold({ language, folder, package: flags.package ?? version });
  const next = nextCommands(folder, language);
  if (flags.json === true) context.out(jsonText({ folder: resolve(folder), language, files, next }));
  else textLines(folder, files, next).forEach(context.out);
}

/** Commands as they are copied: what is typed where the command ran, what in another terminal meanwhile, and what then. */
interface Next {
  readonly install: readonly string[];
  readonly emulator: readonly string[];
  readonly deploy: readonly string[];
}

const deployCommands: Readonly<Record<Language, readonly string[]>> = {
  typescript: ["npm run deploy -- --auto-approve"],
  yaml: ["npm run deploy -- --yes"],
  hcl: ["npm run init", "npm run deploy -- -auto-approve"],
};

function nextCommands(folder: string, language: Language): Next {
  const place = resolve(folder);
  const isHere = place === resolve(".");
  return {
    install: [...(isHere ? [] : [`cd ${quoteForShell(folder)}`]), "npm install", "npm test"],
    emulator: [`cd ${quoteForShell(place)}`, "npm run emulator"],
    deploy: [
      "export DBMON_BASE_URL=http://127.0.0.1:8080 DBMON_API_TOKEN=demo-token",
      ...deployCommands[language],
    ],
  };
}

function textLines(folder: string, files: readonly string[], { install, emulator, deploy }: Next): string[] {
  const block = (title: string, commands: readonly string[]) => [
    "",
    title,
    ...commands.map((one) => `  ${one}`),
  ];
  return [
    `Made in ${folder}: ${files.join(", ")}`,
    ...block("Next:", install),
    ...block("In another terminal, the service on this machine:", emulator),
    ...block("Here, when it listens:", deploy),
  ];
}

async function askForLanguage(context: CliContext): Promise<Language> {
  const answer = await context.prompt?.(`Which language (${languages.join(", ")})?`);
  const language = languages.find((one) => one === answer);
  if (language !== undefined) return language;
  throw ProblemError.of(
    answer === undefined ? "No language was named." : `There is no language ${quote(answer)}.`,
    { remedy: `Give --language with one of ${languages.join(", ")}.` },
  );
}
