/**
 * Writes schemas/service.openapi.json: the service's interface as OpenAPI 3.1, made from the tables and schemas of
 * src/service. `tsx scripts/generate-openapi.ts [--out FILE]`. Needs nothing that was built.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { openApiDocument } from "./generate-openapi/document";

const root = resolve(__dirname, "..");
// Formatted by the formatter's own rules, which hold for everything that is committed and not excluded.
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
