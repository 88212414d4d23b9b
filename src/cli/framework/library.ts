/** The options of the commands that write code: its language, and the library of TypeScript. */
import { InvalidArgumentError, Option } from "commander";
import { type CdkLibrary } from "../../definitions";
import { ProblemError } from "../../diagnostics";

/** The folder `templates/` has a subfolder for each language. That of typescript is for cdktn. */
export const projectLanguages = ["typescript", "yaml", "hcl"] as const;
export type ProjectLanguage = (typeof projectLanguages)[number];

export function languageOption(flags: string, help: string): Option {
  return new Option(flags, help).choices(projectLanguages).argParser((text) => {
    const language = projectLanguages.find((supported) => supported === text);
    if (language !== undefined) return language;
    throw new InvalidArgumentError(
      "Must be typescript (constructs), yaml (definitions files) or hcl (Terraform).",
    );
  });
}

// Not imported, because every start of the command loads this file.
const defaultLibrary = "cdktn" satisfies CdkLibrary;
const libraries: readonly CdkLibrary[] = [defaultLibrary, "cdktf"];

export function libraryOption(): Option {
  const help = `library of typescript, of which cdktf is archived (default: ${defaultLibrary})`;
  return new Option("--library <library>", help).choices(libraries);
}

export function selectLibrary(library: CdkLibrary | undefined, language: string, option: string): CdkLibrary {
  if (library !== undefined && language !== "typescript")
    throw ProblemError.of(
      "usage",
      `--library selects a library for typescript, but ${option} is ${language}.`,
      { remedy: `Remove --library, or set ${option} to typescript.` },
    );
  return library ?? defaultLibrary;
}
