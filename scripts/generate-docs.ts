/**
 * Writes the provider's reference in the layout of Terraform's registry: docs/index.md, docs/resources, docs/data-sources,
 * docs/list-resources, docs/actions and docs/functions, from schemas/provider.json and examples/terraform. `tsx scripts/generate-docs.ts [--out FOLDER]`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { dbmon } from "../src/provider/provider";
import { describeSchema } from "./generate-docs/definition-schema";
import { Examples } from "./generate-docs/examples";
import { functionPage, providerPage, typePage } from "./generate-docs/pages";
import { type ProviderSchemas } from "./generate-docs/provider-schemas";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "docs"));
const name = "dbmon";

// The output of `terraform providers schema -json`.
const printed = JSON.parse(readFileSync(join(root, "schemas/provider.json"), "utf8")) as {
  provider_schemas: Record<string, ProviderSchemas>;
};
const schemas = printed.provider_schemas[`registry.terraform.io/${name}/${name}`];
if (schemas === undefined)
  throw new Error("schemas/provider.json does not contain the provider. Run `npm run generate`.");

const examples = new Examples(join(root, "examples/terraform"));
const pages = new Map<string, string>();
pages.set("index.md", providerPage(name, schemas.provider, examples.read("provider")));
for (const [folder, kind, all] of [
  ["resources", "Resource", schemas.resource_schemas],
  ["data-sources", "Data Source", schemas.data_source_schemas],
] as const) {
  for (const [type, schema] of Object.entries(all ?? {})) {
    const page = { provider: name, type, kind, schema, example: examples.read(`${folder}/${type}`) };
    pages.set(`${folder}/${type.slice(name.length + 1)}.md`, typePage(page));
  }
}
for (const [folder, kind, definitions] of [
  ["list-resources", "List Resource", dbmon.lists],
  ["actions", "Action", dbmon.actions],
] as const) {
  for (const { typeName: type, schema } of definitions ?? []) {
    const example = examples.read(`${folder}/${type}`);
    const page = { provider: name, type, kind, schema: describeSchema(schema), example };
    pages.set(`${folder}/${type.slice(name.length + 1)}.md`, typePage(page));
  }
}
for (const [functionName, signature] of Object.entries(schemas.functions ?? {})) {
  const page = {
    provider: name,
    name: functionName,
    signature,
    example: examples.read(`functions/${functionName}`),
  };
  pages.set(`functions/${functionName}.md`, functionPage(page));
}

if (examples.missing.length > 0) {
  throw new Error(
    `Missing examples: ${examples.missing.map((path) => `examples/terraform/${path}/main.tf`).join(", ")}.`,
  );
}

async function write(): Promise<void> {
  const style = await resolveConfig(join(root, "docs/index.md"));
  for (const folder of ["resources", "data-sources", "list-resources", "actions", "functions"]) {
    rmSync(join(out, folder), { recursive: true, force: true });
  }
  for (const [path, text] of pages) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await format(text, { ...style, parser: "markdown" }));
  }
}

void write();
