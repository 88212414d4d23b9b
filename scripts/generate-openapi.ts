/**
 * Generates schemas/service.openapi.json, the OpenAPI 3.1 description of the service, from src/service.
 * Usage: `tsx scripts/generate-openapi.ts [--out FILE]`. Requires no build.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { openApiDocument } from "./generate-openapi/document";

const root = resolve(__dirname, "..");
// The prettier options of the committed file also apply to --out.
const committed = join(root, "schemas/service.openapi.json");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? committed);

async function main(): Promise<void> {
  const options = await resolveConfig(committed);
  writeFileSync(
    out,
    await format(JSON.stringify(openApiDocument(), null, 2), { ...options, parser: "json" }),
  );
}

void main();
