/** `dbmon export`: the live environment as code. Writes files, and nothing in the service. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Command } from "commander";
import { hintForName, type Problem, ProblemError, quote } from "../../diagnostics";
import { exportEnvironment, type Language, languages, recordPath } from "../../export";
import { manyTexts, someText } from "../arguments";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readEnvironment } from "../export-reading";
import { placeFiles, readExisting } from "../exported-files";
import { nameMatcher } from "../glob";
import { addHelp } from "../help";
import { jsonText } from "../json-text";
import { tellProblems } from "../output";
import { readingWith } from "../reading";
import {
  differingProblems,
  exportSummary,
  fileLines,
  nextCommand,
  skippedProblems,
} from "../render/export-text";

interface Flags {
  readonly to?: string;
  readonly out?: string;
  readonly only?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

export function registerExportCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("export")
    .description("write the live alerts as code; what you have edited stays")
    .option("--to <language>", "typescript (constructs), yaml (definitions files) or hcl (Terraform)")
    .option("--out <dir>", "folder of the files; made where it does not exist", someText)
    .option("--only <glob>", "only alerts whose name fits, such as 'team/*'; may be repeated", manyTexts)
    .option("--force", "overwrite files that were edited, or that no export wrote")
    .option("--json", "print one JSON document on stdout, and nothing else");
  addHelp(command, {
    examples: [
      "dbmon export --to yaml --out alerts",
      "dbmon export --to hcl --out terraform --only 'team/*'",
      "dbmon export --to typescript --out stacks",
    ],
  }).action(async (flags: Flags) => {
    finish(await exportCommand(context, flags));
  });
}

async function exportCommand(context: CliContext, flags: Flags): Promise<ExitCode> {
  const { language, folder } = checkFlags(flags);
  const { only, force = false, json = false } = flags;
  const isWanted = only === undefined ? () => true : nameMatcher(only);
  const environment = await readingWith(context, (session) => readEnvironment(session, isWanted));
  if (only !== undefined && environment.alerts.length + environment.strangers.length === 0)
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
  tellProblems(context, [...skippedProblems(skipped), ...differing]);
  if (differing.length > 0) return exitCodes.error;
  context.err(
    `Next, see that a plan has nothing to change:\n  ${nextCommand(language, folder, context.environment)}`,
  );
  return exitCodes.done;
}

/** @throws ProblemError with all that is missing */
function checkFlags({ to, out }: Flags): { readonly language: Language; readonly folder: string } {
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
