/** The version of this package, as its package.json says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(__dirname, "..", "..", "package.json");

// Our own file, and every start reads it.
export const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
