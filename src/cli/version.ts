/** The version in this package's package.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(__dirname, "..", "..", "package.json");

// Not validated, because it is our own file and every start of the command reads it.
export const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
