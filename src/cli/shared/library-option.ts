/** The option --library of the commands that write TypeScript. */
import { Option } from "commander";
import { type CdkLibrary } from "../../definitions";

const libraries: readonly CdkLibrary[] = ["cdktn", "cdktf"];

export function libraryOption(): Option {
  const help = "library of typescript, of which cdktf is archived (default: cdktn)";
  return new Option("--library <library>", help).choices(libraries);
}
