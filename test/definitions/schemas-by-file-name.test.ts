/** The schemas that editors select by the name of a file: in the catalog for SchemaStore, and in the VS Code settings of a new project. */
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob, posix, resolve } from "node:path";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

const catalog = z
  .strictObject({
    $schema: z.literal("https://json.schemastore.org/schema-catalog.json"),
    version: z.literal(1),
    schemas: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        fileMatch: z.array(z.string()).nonempty(),
        url: z.url(),
      }),
    ),
  })
  .parse(readJson("schemas/catalog.json"));
const settings = z
  .strictObject({ "yaml.schemas": z.record(z.string(), z.array(z.string()).nonempty()) })
  .parse(readJson("templates/yaml/.vscode/settings.json"));

type Associations = readonly (readonly [schema: string, patterns: readonly string[]])[];
const inCatalog = catalog.schemas.map(({ url, fileMatch }) => [posix.basename(url), fileMatch] as const);
const inSettings = Object.entries(settings["yaml.schemas"]).map(
  ([path, patterns]) => [posix.basename(path), patterns] as const,
);

/** As the YAML extension matches: a pattern that starts with / belongs to the root of the project, and ! excludes files. */
function schemasOf(file: string, associations: Associations): readonly string[] {
  const matches = (pattern: string) =>
    matchesGlob(file, pattern.startsWith("/") ? pattern.slice(1) : `**/${pattern}`);
  return associations
    .filter(([, patterns]) => {
      const isExcluded = patterns.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1)));
      return !isExcluded && patterns.some((pattern) => !pattern.startsWith("!") && matches(pattern));
    })
    .map(([schema]) => schema);
}

it.each([
  ["team.dbmon.yaml", ["definitions.schema.json"]],
  ["team/orders.dbmon.json", ["definitions.schema.json"]],
  ["team/orders.dbmon.test.yaml", ["tests.schema.json"]],
  ["dbmon.yaml", ["config.schema.json"]],
  ["values.yaml", []],
  ["orders.test.yaml", []],
])("the catalog has for %s: %j", (file, schemas) => {
  expect(schemasOf(file, inCatalog)).toEqual(schemas);
});

it.each([
  ["alerts/databases.yaml", ["definitions.schema.json"]],
  ["alerts/team/orders.yml", ["definitions.schema.json"]],
  ["alerts/team/orders.test.yaml", ["tests.schema.json"]],
  ["alerts.test.yaml", ["tests.schema.json"]],
  ["dbmon.yaml", ["config.schema.json"]],
  [".github/workflows/alerts.yml", []],
])("the settings of a project have for %s: %j", (file, schemas) => {
  expect(schemasOf(file, inSettings)).toEqual(schemas);
});

it("refers to schemas of the package", () => {
  const names = [...inCatalog, ...inSettings].map(([name]) => name);
  expect(names.filter((name) => !existsSync(join(root, "schemas", name)))).toEqual([]);
  for (const path of Object.keys(settings["yaml.schemas"]))
    expect(path).toMatch(/^\.\/node_modules\/dbmon-iac\/schemas\/[\w.]+$/);
});

it("the guide shows the settings of a project", () => {
  const guide = readFileSync(join(root, "docs/guides/editors.md"), "utf8");
  for (const name of ["settings.json", "extensions.json"]) {
    const text = readFileSync(join(root, "templates/yaml/.vscode", name), "utf8");
    expect(guide).toContain(`<!-- file: .vscode/${name} -->\n\n\`\`\`json\n${text}\`\`\`\n`);
  }
});
