/**
 * Writes schemas/plan.schema.json: the document that `dbmon plan --json` prints and `dbmon apply --plan` reads, as JSON Schema.
 * `tsx scripts/generate-plan-schema.ts [--out FILE]`. Needs nothing that was built.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { z } from "zod";
import { planDocument } from "../src/reconcile";

const committed = join(resolve(__dirname, ".."), "schemas/plan.schema.json");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? committed);

async function main(): Promise<void> {
  const schema = z.toJSONSchema(planDocument);
  const options = await resolveConfig(committed);
  writeFileSync(out, await format(JSON.stringify(schema), { ...options, parser: "json" }));
}

void main();
