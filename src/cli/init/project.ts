/** Languages of a new project, and the commands that run it. */
import { resolve } from "node:path";
import { quoteForShell } from "../shared/process/shell";
import { type ProjectEnvironment } from "./environments";

/** The folder `templates/` has a subfolder for each language. */
export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

/** Shell commands. `install` and `deploy` run in the current terminal, and `emulator` in a second one. */
export interface NextCommands {
  readonly install: readonly string[];
  readonly emulator: readonly string[];
  readonly deploy: readonly string[];
}

/** Commands that deploy without asking for approval. */
const deployCommands: Readonly<Record<Language, readonly string[]>> = {
  typescript: ["npm run deploy -- --auto-approve"],
  yaml: ["npm run deploy -- --yes"],
  hcl: ["npm run init", "npm run deploy -- -auto-approve"],
};

/** @param folder as the user named it @param environments empty for a project without dbmon.yaml */
export function nextCommands(
  folder: string,
  language: Language,
  environments: readonly ProjectEnvironment[],
): NextCommands {
  const path = resolve(folder);
  const isCurrentFolder = path === resolve(".");
  return {
    install: [...(isCurrentFolder ? [] : [`cd ${quoteForShell(folder)}`]), "npm install", "npm test"],
    emulator: [`cd ${quoteForShell(path)}`, "npm run emulator"],
    deploy: [`export ${settingsFor(environments).join(" ")}`, ...deployCommands[language]],
  };
}

/** The variables that connect to the emulator of the project. */
function settingsFor(environments: readonly ProjectEnvironment[]): readonly string[] {
  if (environments.length === 0)
    return ["DBMON_BASE_URL=http://127.0.0.1:8080", "DBMON_API_TOKEN=demo-token"];
  return environments.map(({ name, apiTokenVariable }) => `${apiTokenVariable}=${name}-token`);
}
