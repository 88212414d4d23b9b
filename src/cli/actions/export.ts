/** What `dbmon export` does: it reads the live environment, and writes it as code. Nothing in the service changes. */
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

/** @returns the exit code */
export async function exportAction(context: CliContext, flags: ExportFlags): Promise<ExitCode> {
  const { language, folder } = checkFlags(flags);
  const { only, force = false, json = false } = flags;
  const isWanted = only === undefined ? () => true : nameMatcher(only);
  const environment = await withReadOnlySession(context, (session) => readEnvironment(session, isWanted));
  if (only !== undefined && environment.alerts.length + environment.unsupportedAlerts.length === 0)
    throw nothingFits(only);
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
  context.err(
    `Next, see that a plan has nothing to change:\n  ${nextCommand(language, folder, context.env)}`,
  );
  return exitCodes.done;
}

/** @throws ProblemError with all that is missing */
function checkFlags({ to, out }: ExportFlags): { readonly language: Language; readonly folder: string } {
  const language = languages.find((one) => one === to);
  if (language !== undefined && out !== undefined) return { language, folder: out };
  const problems: Problem[] = [];
  const complain = (what: string, remedy: string) => problems.push({ severity: "error", what, remedy });
  if (to === undefined) {
    complain("It is not said what to write.", "Say --to typescript, --to yaml or --to hcl.");
  } else if (language === undefined) {
    complain(`--to: ${quote(to)} is no language of an export.`, hintForName(to, languages));
  }
  if (out === undefined) complain("It is not said where to write.", "Name a folder: --out alerts.");
  throw new ProblemError(problems);
}

function nothingFits(patterns: readonly string[]): ProblemError {
  return ProblemError.of(`No alert has a name that fits --only ${patterns.map(quote).join(" or ")}.`, {
    remedy: "* stands for any text and ? for one character. Nothing was written.",
  });
}

const schema = "node_modules/dbmon-iac/schemas/definitions.schema.json";

/** Where editors find the schema, seen from the folder: in the packages of the project that it is in. */
function schemaFrom(folder: string): string {
  const from = resolve(folder);
  for (let place = from; dirname(place) !== place; place = dirname(place)) {
    const found = join(place, schema);
    if (existsSync(found)) return relative(from, found).split(sep).join("/");
  }
  return schema;
}
