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
import { routesSchema } from "../src/cli/commands/routes/document";
import { testSchema } from "../src/cli/commands/test/document";
import { acceptSchema } from "../src/cli/inputs/accept-document";
import { applySchema } from "../src/cli/inputs/apply-document";
import { definitionsJsonSchema } from "../src/definitions";
import { configSchema } from "../src/environments";
import { documentSchema, planSchemas } from "../src/plan-document";
import { doctorForm, eventForm, exportForm, failureForm, initForm, listForms } from "./document-forms";
import { schemaCatalog } from "./schema-catalog";

const committed = join(resolve(__dirname, ".."), "schemas");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? committed);

/** Shared parts are written once. */
function document(...forms: Parameters<typeof documentSchema>) {
  return z.toJSONSchema(documentSchema(...forms), { reused: "ref" });
}

const schemas = {
  "plan.schema.json": document(planSchemas().planDocument),
  "apply.schema.json": document(applySchema()),
  "accept.schema.json": document(acceptSchema()),
  "drift.schema.json": document(driftSchema()),
  "drill.schema.json": document(drillSchema()),
  "check.schema.json": document(checkSchema()),
  "compare.schema.json": document(compareSchema()),
  "list.schema.json": document(...listForms()),
  "audit.schema.json": document(auditSchema()),
  "backtest.schema.json": document(backtestSchema()),
  "routes.schema.json": document(routesSchema()),
  "test-results.schema.json": document(testSchema()),
  "doctor.schema.json": document(doctorForm()),
  "event.schema.json": document(eventForm()),
  "export.schema.json": document(exportForm()),
  "init.schema.json": document(initForm()),
  "failure.schema.json": document(failureForm()),
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
