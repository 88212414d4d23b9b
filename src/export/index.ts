/** Converts a live environment into code for TypeScript, YAML or HCL. Pure: returns texts of files and performs no I/O. */
import { type CdkLibrary, defaultCdkLibrary } from "../definitions";
import { createExportModel, type ExportModel } from "./export-model";
import { formatManifest, manifestPath, parseManifest } from "./export-manifest";
import { type ExportedFile, type ExportResult, type Language, type LiveEnvironment } from "./export-types";
import { hclFileNames, hclFiles } from "./hcl";
import { typescriptFileNames, typescriptFiles } from "./typescript";
import { yamlFiles } from "./yaml";

export { definitionsOf } from "./yaml";

export {
  type ExportedFile,
  type ExportResult,
  type Language,
  languages,
  type LiveEnvironment,
  type SkippedAlert,
} from "./export-types";
export { manifestPath } from "./export-manifest";
export { detectOrigin, formatHeader, insertChecksum } from "./generated-header";
export { lineDiff } from "./line-diff";
export { stackName } from "./typescript";

export interface ExportOptions {
  /** Path or address of the JSON schema for editors, relative to the files. Default: its path in `node_modules`. */
  readonly schema?: string;
  /** The manifest of an earlier export. */
  readonly manifest?: string;
  /** Of an export to TypeScript. Default: cdktn. */
  readonly library?: CdkLibrary;
}

export function exportEnvironment(
  environment: LiveEnvironment,
  language: Language,
  { manifest = "", schema = defaultSchema, library = defaultCdkLibrary }: ExportOptions = {},
): ExportResult {
  const previous = parseManifest(manifest, language);
  const model = createExportModel(environment, language, fileNames[language], previous);
  const entries = model.groups.flatMap(({ slug, alerts }) =>
    alerts.map(({ alert: { id } }) => {
      const identifier = model.identifiers.get(id) ?? [];
      return [id, { group: slug, identifier }] as const;
    }),
  );
  const manifestText = formatManifest(manifest, language, new Map(entries));
  return {
    alerts: model.alerts.length,
    files: [
      { path: manifestPath, text: manifestText, kind: "manifest" },
      ...codeFiles(model, language, schema, library),
    ],
    skipped: model.skipped,
  };
}

const defaultSchema = "node_modules/dbmon-iac/schemas/definitions.schema.json";

const fileNames = { typescript: typescriptFileNames, yaml: [], hcl: hclFileNames };

function codeFiles(
  model: ExportModel,
  language: Language,
  schema: string,
  library: CdkLibrary,
): ExportedFile[] {
  switch (language) {
    case "typescript":
      return typescriptFiles(model, library);
    case "yaml":
      return yamlFiles(model, schema);
    case "hcl":
      return hclFiles(model);
  }
}
