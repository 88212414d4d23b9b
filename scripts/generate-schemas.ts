/**
 * Writes schemas/plan.schema.json, the document that `dbmon plan --json` prints and `dbmon apply --plan` reads, and
 * schemas/definitions.schema.json, by which editors complete definitions files. `tsx scripts/generate-schemas.ts [--out FOLDER]`.
 * Needs nothing that was built.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { z } from "zod";
import { definitionsFile } from "../src/definitions";
import { planDocument } from "../src/reconcile";

const committed = join(resolve(__dirname, ".."), "schemas");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? committed);

const schemas = {
  "plan.schema.json": z.toJSONSchema(planDocument),
  // What people write, where defaults may be left out.
  "definitions.schema.json": z.toJSONSchema(definitionsFile, { io: "input" }),
};

async function main(): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) {
    const options = await resolveConfig(join(committed, name));
    writeFileSync(join(out, name), await format(JSON.stringify(schema), { ...options, parser: "json" }));
  }
}

void main();
