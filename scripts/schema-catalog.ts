/**
 * The entries of the schemas for the catalog of SchemaStore, from which editors select the schema of a file by its name. The catalog
 * accepts no generic names, so the names contain `dbmon`.
 */
import { configFileName } from "../src/definitions";
import { repository } from "../src/diagnostics/repository";

const schemas = `https://raw.githubusercontent.com/${repository}/v0/schemas`;
const extensions = ["yaml", "yml", "json"];
const filesNamed = (suffix: string) => extensions.map((extension) => `*.${suffix}.${extension}`);

export const schemaCatalog = {
  $schema: "https://json.schemastore.org/schema-catalog.json",
  version: 1,
  schemas: [
    {
      name: "dbmon definitions",
      description: "Alerts of the database monitoring service, as dbmon-iac applies them",
      fileMatch: filesNamed("dbmon"),
      url: `${schemas}/definitions.schema.json`,
    },
    {
      name: "dbmon tests",
      description: "Tests of alerts, as dbmon test runs them",
      fileMatch: filesNamed("dbmon.test"),
      url: `${schemas}/tests.schema.json`,
    },
    {
      name: configFileName,
      description: "Environments of dbmon-iac",
      fileMatch: [configFileName],
      url: `${schemas}/config.schema.json`,
    },
  ],
};
