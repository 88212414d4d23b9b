/** The live environment as code that a person would have written: pure, from readings to the texts of files. */
import { type Export, type ExportedFile, type Language, type LiveEnvironment } from "./environment";
import { hclFileNames, hclFiles } from "./hcl";
import { type Model, modelOf } from "./model";
import { readRecord, recordPath, recordText } from "./record";
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
export { recordPath } from "./record";
export { lineDiff } from "./line-diff";
export { stackName } from "./typescript";
export { type Authorship, authorshipOf } from "./stamp";

export interface ExportOptions {
  /** Where editors find the schema of definitions, seen from the files. Default: where npm installs it. */
  readonly schema?: string;
  /** Text of the record that an earlier export has left in the folder. Default: there is none. */
  readonly record?: string;
}

export function exportEnvironment(
  environment: LiveEnvironment,
  language: Language,
  { schema = "node_modules/dbmon-iac/schemas/definitions.schema.json", record = "" }: ExportOptions = {},
): Export {
  const recorded = readRecord(record, language);
  const model = modelOf(environment, language, { taken: fileNames[language], recorded });
  const places = model.groups.flatMap(({ slug, alerts }) =>
    alerts.map(({ alert: { id } }) => [id, { group: slug, words: model.words.get(id) ?? [] }] as const),
  );
  const kept = recordText(record, language, new Map(places));
  return {
    alerts: model.alerts.length,
    files: [{ path: recordPath, text: kept, keeping: "record" }, ...filesOf(model, language, schema)],
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
