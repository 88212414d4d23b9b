/** `dbmon export`: writes the live environment as code. It changes nothing in the service. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { hintForName, type Problem, ProblemError, quote } from "../../diagnostics";
import { exportEnvironment, type Language, languages, recordPath } from "../../export";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readEnvironment } from "../export/reading";
import { placeFiles, readExisting } from "../export/files";
import {
  differingProblems,
  exportSummary,
  fileLines,
  nextCommand,
  providerHint,
  skippedProblems,
} from "../export/text";
import { nameMatcher } from "../glob";
import { jsonText } from "../json-text";
import { reportProblems } from "../output";
import { withReadOnlySession } from "../session";

export interface ExportFlags {
  readonly to?: string;
  readonly out?: string;
  readonly only?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

export async function exportAction(context: CliContext, flags: ExportFlags): Promise<ExitCode> {
  const { language, folder } = checkFlags(flags);
  const { only, force = false, json = false } = flags;
  const isIncluded = only === undefined ? () => true : nameMatcher(only);
  const environment = await withReadOnlySession(context, (session) => readEnvironment(session, isIncluded));
  if (only !== undefined && environment.alerts.length + environment.unsupportedAlerts.length === 0)
    throw noMatch(only);
  const { alerts, files, skipped } = exportEnvironment(environment, language, {
    schema: schemaFrom(folder),
    record: readExisting(join(folder, recordPath)) ?? "",
  });
  const placed = placeFiles(folder, files, { force, isWhole: only === undefined });
  const differing = differingProblems(folder, placed);
  if (json) context.out(jsonText({ files: placed, skipped, problems: differing }));
  else {
    fileLines(placed).forEach(context.out);
    context.out(exportSummary(alerts, placed));
  }
  reportProblems(context, [...skippedProblems(skipped), ...differing]);
  if (differing.length > 0) return exitCodes.error;
  providerHint(language, context.env).forEach(context.err);
  context.err(`Next, verify that a plan has no changes:\n  ${nextCommand(language, folder, context.env)}`);
  return exitCodes.done;
}

/** @throws ProblemError with every missing or invalid option */
function checkFlags({ to, out }: ExportFlags): { readonly language: Language; readonly folder: string } {
  const language = languages.find((known) => known === to);
  if (language !== undefined && out !== undefined) return { language, folder: out };
  const problems: Problem[] = [];
  const addError = (what: string, remedy: string) => problems.push({ severity: "error", what, remedy });
  if (to === undefined) {
    addError("Missing required option --to.", "Add --to typescript, --to yaml or --to hcl.");
  } else if (language === undefined) {
    addError(`--to: Unknown language ${quote(to)}.`, hintForName(to, languages));
  }
  if (out === undefined)
    addError("Missing required option --out.", "Add --out and a folder, for example --out alerts.");
  throw new ProblemError(problems);
}

function noMatch(patterns: readonly string[]): ProblemError {
  return ProblemError.of(`No alert name matches --only ${patterns.map(quote).join(" or ")}.`, {
    remedy: "Nothing was written. In a pattern, * matches any text and ? matches one character.",
  });
}

const schemaPath = "node_modules/dbmon-iac/schemas/definitions.schema.json";

/** Returns the path of the schema for editors, relative to the folder. Searches node_modules in the folder and its parents. */
function schemaFrom(folder: string): string {
  const start = resolve(folder);
  for (let parent = start; dirname(parent) !== parent; parent = dirname(parent)) {
    const path = join(parent, schemaPath);
    if (existsSync(path)) return relative(start, path).split(sep).join("/");
  }
  return schemaPath;
}
