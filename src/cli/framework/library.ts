/** The option --library of the commands that write TypeScript. */
import { Option } from "commander";
import { type CdkLibrary } from "../../definitions";
import { ProblemError } from "../../diagnostics";

// Not imported, because every start of the command loads this file.
const defaultLibrary = "cdktn" satisfies CdkLibrary;
const libraries: readonly CdkLibrary[] = [defaultLibrary, "cdktf"];

export function libraryOption(): Option {
  const help = `library of typescript, of which cdktf is archived (default: ${defaultLibrary})`;
  return new Option("--library <library>", help).choices(libraries);
}

export function selectLibrary(library: CdkLibrary | undefined, language: string, option: string): CdkLibrary {
  if (library !== undefined && language !== "typescript")
    throw ProblemError.of(`--library selects a library for typescript, but ${option} is ${language}.`, {
      remedy: `Remove --library, or set ${option} to typescript.`,
    });
  return library ?? defaultLibrary;
}
