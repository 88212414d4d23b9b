/** `dbmon export`: reads the live environment and writes it as code. Sends only GET requests. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { hintForName, type Problem, ProblemError, quote } from "../../diagnostics";
import { exportEnvironment, type Language, languages, manifestPath } from "../../export";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import {
  differingFileProblems,
  formatFiles,
  formatProviderHint,
  formatSummary,
  planCommand,
  skippedAlertProblems,
} from "../export/format-export";
import { readEnvironment } from "../export/read-environment";
import { readIfExists, writeFiles } from "../export/write-files";
import { nameMatcher } from "../arguments";
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
  const isSelected = only === undefined ? () => true : nameMatcher(only);
  const environment = await withReadOnlySession(context, (session) => readEnvironment(session, isSelected));
  if (only !== undefined && environment.alerts.length + environment.unsupportedAlerts.length === 0)
    throw noMatchProblem(only);
  const { alerts, files, skipped } = exportEnvironment(environment, language, {
    schema: schemaPath(folder),
    manifest: readIfExists(join(folder, manifestPath)) ?? "",
  });
  const results = writeFiles(folder, files, { force, isComplete: only === undefined });
  const differing = differingFileProblems(folder, results);
  if (json) context.out(jsonText({ files: results, skipped, problems: differing }));
  else {
    formatFiles(results).forEach(context.out);
    context.out(formatSummary(alerts, results));
  }
  reportProblems(context, [...skippedAlertProblems(skipped), ...differing]);
  if (differing.length > 0) return exitCodes.error;
  formatProviderHint(language, context.env).forEach(context.err);
  context.err(`Next, verify that a plan has no changes:\n  ${planCommand(language, folder, context.env)}`);
  return exitCodes.done;
}

/** @throws ProblemError with a problem for each invalid option */
function checkFlags({ to, out }: ExportFlags): { readonly language: Language; readonly folder: string } {
  const language = languages.find((supported) => supported === to);
  if (language !== undefined && out !== undefined) return { language, folder: out };
  const problems: Problem[] = [];
  const report = (what: string, remedy: string) => problems.push({ severity: "error", what, remedy });
  if (to === undefined) {
    report("Missing required option --to.", "Add --to typescript, --to yaml or --to hcl.");
  } else if (language === undefined) {
    report(`Unknown language ${quote(to)} for --to.`, hintForName(to, languages));
  }
  if (out === undefined)
    report("Missing required option --out.", "Add --out and a folder, for example --out alerts.");
  throw new ProblemError(problems);
}

function noMatchProblem(patterns: readonly string[]): ProblemError {
  const what = `No alert name matches --only ${patterns.map(quote).join(" or ")}. Nothing was written.`;
  return ProblemError.of(what, {
    remedy: "Change the pattern: * matches any text, and ? matches one character.",
  });
}

const installedSchema = "node_modules/dbmon-iac/schemas/definitions.schema.json";

/** The path of the JSON schema from the folder: in the nearest `node_modules` that has it. */
function schemaPath(folder: string): string {
  const start = resolve(folder);
  for (let parent = start; dirname(parent) !== parent; parent = dirname(parent)) {
    const schema = join(parent, installedSchema);
    if (existsSync(schema)) return relative(start, schema).split(sep).join("/");
  }
  return installedSchema;
}
