/** The library of the commands that write TypeScript. */
import { type CdkLibrary, defaultCdkLibrary } from "../../definitions";
import { ProblemError } from "../../diagnostics";

/**
 * @param option the option of the language, such as --language
 * @throws ProblemError if the option names a library, and the language is not TypeScript
 */
export function selectLibrary(library: CdkLibrary | undefined, language: string, option: string): CdkLibrary {
  if (library !== undefined && language !== "typescript")
    throw ProblemError.of(`--library selects a library for typescript, but ${option} is ${language}.`, {
      remedy: `Remove --library, or set ${option} to typescript.`,
    });
  return library ?? defaultCdkLibrary;
}
