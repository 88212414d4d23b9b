/** Converts a live environment into code for TypeScript, YAML or HCL. Pure: returns the contents of files and performs no I/O. */
import { type CdkLibrary, defaultCdkLibrary } from "../definitions";
import { createExportModel } from "./export-model";
import { type ExportResult, type Language, type LiveEnvironment } from "./exportable-alerts";
import { hclFileNames, hclFiles } from "./hcl";
import { formatManifest, manifestPath, parseManifest } from "./identifiers";
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
} from "./exportable-alerts";
export { withHostTags } from "./host-tags";
export { idsOfDefinitions, manifestPath } from "./identifiers";
export { detectOrigin } from "./generated-text";
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

const exporters = {
  typescript: { reservedNames: typescriptFileNames, filesOf: typescriptFiles },
  yaml: { reservedNames: [], filesOf: yamlFiles },
  hcl: { reservedNames: hclFileNames, filesOf: hclFiles },
};

export function exportEnvironment(
  environment: LiveEnvironment,
  language: Language,
  { manifest = "", schema = defaultSchema, library = defaultCdkLibrary }: ExportOptions = {},
): ExportResult {
  const { reservedNames, filesOf } = exporters[language];
  const previous = parseManifest(manifest, language);
  const model = createExportModel(environment, language, reservedNames, previous);
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
      ...filesOf(model, { schema, library }),
    ],
    skipped: model.skipped,
  };
}

const defaultSchema = "node_modules/dbmon-iac/schemas/definitions.schema.json";
