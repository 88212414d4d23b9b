/** The live environment as code that a person would have written: pure, from readings to the texts of files. */
import { type Export, type ExportedFile, type Language, type LiveEnvironment } from "./environment";
import { hclFileNames, hclFiles } from "./hcl";
import { type Model, modelOf } from "./model";
import { typescriptFileNames, typescriptFiles } from "./typescript";
import { yamlFiles } from "./yaml";

export {
  type Export,
  type ExportedFile,
  type Language,
  languages,
  type LiveEnvironment,
  type Offered,
  type Skipped,
} from "./environment";
export { lineDiff } from "./line-diff";
export { stackName } from "./typescript";
export { type Authorship, authorshipOf } from "./stamp";

export interface ExportOptions {
  /** Where editors find the schema of definitions, seen from the files. Default: where npm installs it. */
  readonly schema?: string;
}

export function exportEnvironment(
  environment: LiveEnvironment,
  language: Language,
  { schema = "node_modules/dbmon-iac/schemas/definitions.schema.json" }: ExportOptions = {},
): Export {
  const model = modelOf(environment, language, fileNames[language]);
  return {
    alerts: model.alerts.length,
    files: filesOf(model, language, schema),
    skipped: model.skipped,
  };
}

/** Names that no group of alerts can have. */
const fileNames = { typescript: typescriptFileNames, yaml: [], hcl: hclFileNames };

function filesOf(model: Model, language: Language, schema: string): ExportedFile[] {
  switch (language) {
    case "typescript":
      return typescriptFiles(model);
    case "yaml":
      return yamlFiles(model, schema);
    case "hcl":
      return hclFiles(model);
  }
}
