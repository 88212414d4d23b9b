/** `dbmon export`: reads the live environment and writes it as code. Sends only GET requests. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type CdkLibrary, findFiles, readTextFile } from "../../../definitions";
import { nameMatcher, ProblemError, quote, toSafeLines } from "../../../diagnostics";
import {
  detectOrigin,
  exportEnvironment,
  type ExportResult,
  type Language,
  type LiveEnvironment,
  manifestPath,
  withHostTags,
} from "../../../export";
import { writeOrigin } from "../../../plan-document";
import { originLines } from "../../../reports";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared, type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type RunFlags } from "../../framework/flags";
import { selectLibrary } from "../../framework/library";
import { type Target } from "../../framework/target";
import { loadWithoutStatus, placesOf } from "../../inputs/definitions";
import { readEnvironment } from "../../inputs/live-environment";
import { withSession } from "../../inputs/session";
import { reportProblems } from "../../terminal/output";
import {
  type AlertInFile,
  differingFileProblems,
  formatDefinedAlert,
  formatFiles,
  formatProviderHint,
  formatSummary,
  planCommandLine,
  skippedAlertProblems,
} from "./format-export";
import { fileResults, planFiles, readIfExists, writeFiles } from "./write-files";

export interface ExportFlags extends RunFlags {
  readonly to: Language;
  readonly library?: CdkLibrary;
  readonly out: string;
  readonly only?: readonly string[];
  readonly hostTags?: readonly string[];
  readonly force?: true;
}

export function exportCommand(flags: ExportFlags): EnvironmentCommand {
  return { prepare: (context) => prepareExport(context, flags) };
}

async function prepareExport(context: CliContext, flags: ExportFlags): Promise<Prepared> {
  const { to: language, out: parent } = flags;
  const library = selectLibrary(flags.library, language, "--to");
  const { target } = context;
  // Each of several environments has a folder, so that no alert is defined twice.
  const folder = target?.isOneOfSeveral === true ? join(parent, target.environment?.name ?? "") : parent;
  const { only, force = false, json = false } = flags;
  const isSelected = only === undefined ? () => true : nameMatcher(only);
  const { environment, origin } = await withSession(context, async ({ session, origin }) => ({
    environment: withHostTags(await readEnvironment(session, isSelected), flags.hostTags),
    origin,
  }));
  if (only !== undefined && environment.alerts.length + environment.unsupportedAlerts.length === 0)
    throw noMatchProblem(only);
  const options = {
    library,
    schema: schemaPath(folder),
    manifest: readIfExists(join(folder, manifestPath)) ?? "",
  };
  const complete = exportEnvironment(environment, language, options);
  const definedElsewhere =
    language === "yaml" ? findDefinedElsewhere(environment, folder, complete, target) : [];
  const { alerts, files, skipped } =
    definedElsewhere.length === 0
      ? complete
      : exportEnvironment(withoutAlerts(environment, definedElsewhere), language, options);
  const planned = planFiles(folder, files, { force, isComplete: only === undefined });
  const results = fileResults(planned);
  const differing = differingFileProblems(folder, results);
  const problems = [...skippedAlertProblems(skipped), ...differing];
  const document = {
    ...writeOrigin(origin),
    files: results,
    defined_elsewhere: definedElsewhere,
    problems,
  };
  const edited = planned.filter((file) => file.edited !== undefined);
  const execute = () => {
    writeFiles(folder, planned);
    return Promise.resolve(report());
  };
  const report = (): Result => {
    if (!json) {
      [...formatFiles(results), ...definedElsewhere.map(formatDefinedAlert)].forEach(context.out);
      [...originLines(origin), formatSummary(alerts, results)].forEach(context.out);
    }
    reportProblems(context, problems);
    if (differing.length > 0) return { code: exitCodes.error, document };
    formatProviderHint(language, context.env).forEach(context.err);
    context.err(
      `Next, verify that a plan has no changes:\n  ${planCommandLine(language, library, folder, context.env)}`,
    );
    return { code: exitCodes.done, document };
  };
  if (edited.length === 0) return { result: await execute() };
  if (!json) edited.flatMap(({ diff = [] }) => diff.map(toSafeLines)).forEach(context.out);
  const names = edited.map(({ path }) => quote(join(folder, path))).join(", ");
  return {
    result: { code: exitCodes.notConfirmed, document },
    changes: {
      origin,
      question: `Overwrite the edits in ${names}?`,
      shown: [folder, planned],
      purpose: "export",
      execute,
    },
  };
}

function noMatchProblem(patterns: readonly string[]): ProblemError {
  const what = `No alert name matches --only ${patterns.map(quote).join(" or ")}. Nothing was written.`;
  return ProblemError.of("pattern-unmatched", what, {
    remedy: "Change the pattern: * matches any text, and ? matches one character.",
  });
}

/** The alerts that other definitions files of the folder define. Exporting them again would define them twice. */
function findDefinedElsewhere(
  { alerts }: LiveEnvironment,
  folder: string,
  { files }: ExportResult,
  target: Target | undefined,
): AlertInFile[] {
  const exported = new Set(files.map(({ path }) => join(folder, path)));
  const isOther = (file: string) =>
    !exported.has(file) && detectOrigin(readTextFile(file, "definitions", 0, []) ?? "") === "unknown";
  const others = findFiles([folder], []).flatMap(({ file }) => (isOther(file) ? file : []));
  if (others.length === 0) return [];
  const places = placesOf(loadWithoutStatus(target, others).alerts);
  return alerts.flatMap(({ alert: { id, name } }) => {
    const where = places.get(name);
    return where === undefined ? [] : [{ id, name, where }];
  });
}

function withoutAlerts(environment: LiveEnvironment, omitted: readonly AlertInFile[]): LiveEnvironment {
  const ids = new Set(omitted.map(({ id }) => id));
  return { ...environment, alerts: environment.alerts.filter(({ alert }) => !ids.has(alert.id)) };
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
