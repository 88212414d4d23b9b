/** The version of this package, as its package.json says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const manifest = z.object({ version: z.string() });
const file = join(__dirname, "..", "..", "package.json");

export const { version } = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
