/**
 * Writes the JSON Schemas: of the documents that `--json` prints (plan.schema.json, which `dbmon apply --plan` reads as well, and
 * those of the other commands), those by which editors complete files, and catalog.json, which lists the latter for
 * SchemaStore. `tsx scripts/generate-schemas.ts [--out FOLDER]`. Needs nothing that was built.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import * as z from "zod";
import { testFileSchema } from "../src/alert-tests";
import { auditSchema } from "../src/cli/commands/audit/document";
import { backtestSchema } from "../src/cli/commands/backtest/document";
import { checkSchema } from "../src/cli/commands/check/document";
import { compareSchema } from "../src/cli/commands/compare/document";
import { driftSchema } from "../src/cli/commands/drift/document";
import { drillSchema } from "../src/cli/commands/drill/document";
import { listSchemas } from "../src/cli/commands/list/document";
import { routesSchema } from "../src/cli/commands/routes/document";
import { testSchema } from "../src/cli/commands/test/document";
import { acceptSchema } from "../src/cli/inputs/accept-document";
import { applySchema } from "../src/cli/inputs/apply-document";
import { definitionsJsonSchema } from "../src/definitions";
import { configSchema } from "../src/environments";
import { planSchemas } from "../src/plan-document";
import { schemaCatalog } from "./schema-catalog";

const committed = join(resolve(__dirname, ".."), "schemas");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? committed);

/** One schema for each list. */
function listDocumentSchema() {
  const { origin, names } = planSchemas();
  const documents = Object.entries(listSchemas()).map(([name, element]) =>
    z.strictObject({
      version: z.literal(1).describe("Version of the document format."),
      ...origin,
      [name]: z.array(element),
      ...(name === "alerts" ? { names } : {}),
    }),
  );
  return z.union(documents).meta({ id: "List", description: "A list of objects of the service." });
}

const schemas = {
  "plan.schema.json": z.toJSONSchema(planSchemas().planDocument),
  "apply.schema.json": z.toJSONSchema(applySchema()),
  "accept.schema.json": z.toJSONSchema(acceptSchema()),
  "drift.schema.json": z.toJSONSchema(driftSchema()),
  "drill.schema.json": z.toJSONSchema(drillSchema()),
  "check.schema.json": z.toJSONSchema(checkSchema()),
  "compare.schema.json": z.toJSONSchema(compareSchema()),
  "list.schema.json": z.toJSONSchema(listDocumentSchema()),
  "audit.schema.json": z.toJSONSchema(auditSchema()),
  "backtest.schema.json": z.toJSONSchema(backtestSchema()),
  "routes.schema.json": z.toJSONSchema(routesSchema()),
  "test-results.schema.json": z.toJSONSchema(testSchema()),
  "definitions.schema.json": definitionsJsonSchema(),
  // What people write, where defaults may be left out.
  "config.schema.json": z.toJSONSchema(configSchema, { io: "input" }),
  "tests.schema.json": z.toJSONSchema(testFileSchema, { io: "input" }),
  "catalog.json": schemaCatalog,
};

async function main(): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) {
    const options = await resolveConfig(join(committed, name));
    writeFileSync(join(out, name), await format(JSON.stringify(schema), { ...options, parser: "json" }));
  }
}

void main();
