/** `dbmon drift`: compare definitions with the live alerts, once or until interrupted, and report the differences. */
import { readFileSync } from "node:fs";
import {
  errorMessage,
  isError,
  JsonLimitError,
  nameMatcher,
  parseJson,
  ProblemError,
} from "../../../diagnostics";
import { membersOf, readPlan } from "../../../plan-document";
import {
  type Drift,
  type DriftSelection,
  findDrift,
  unmatchedPatterns,
  watchDrift,
  type WrittenChange,
} from "../../../planning";
import { nameOf } from "../../../reconcile";
import { originLines, type Report } from "../../../reports";
import { TextMap } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand, type Result } from "../../framework/environment-command";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type BacktestFlags, type OutputFlags, type PlanFlags } from "../../framework/flags";
import { applySchema } from "../../inputs/apply-document";
import { backtestOptionsOf, validateBacktestFlags } from "../../inputs/backtest-options";
import { loadAndReportWarnings, placesOf } from "../../inputs/definitions";
import { ownershipOptions } from "../../inputs/ownership";
import { type OpenSession, withSession } from "../../inputs/session";
import { isTextOutput, printChanges, printReport, reportProblems, writeResult } from "../../terminal/output";
import { type DriftDocument, type DriftOrigin, writeDrift } from "./document";
import { driftReport, hasDrift, type UnmanagedOptions } from "./report";

export interface DriftFlags extends PlanFlags, BacktestFlags, OutputFlags {
  readonly detailedExitcode?: true;
  /** A pattern of names, or true for all. */
  readonly failOnUnmanaged?: string | true;
  readonly unmanaged?: true;
  readonly wait?: boolean;
  readonly applied?: string;
  /** Seconds. */
  readonly watch?: number;
}

export function driftCommand(sources: readonly string[], flags: DriftFlags): EnvironmentCommand {
  const files = [...sources, flags.applied, flags.metrics];
  return readCommand((context) => findAndReport(context, sources, flags), { title: "Drift", files });
}

async function findAndReport(
  context: CliContext,
  sources: readonly string[],
  flags: DriftFlags,
): Promise<Result> {
  const { target, wait = true, applied, watch, failOnUnmanaged } = flags;
  if (watch !== undefined && !isTextOutput(flags)) {
    throw ProblemError.of("usage", "--watch supports only text output.", {
      remedy: "Remove --watch, or remove --json and --format.",
    });
  }
  if (watch !== undefined && context.target?.isOneOfSeveral === true) {
    throw ProblemError.of("usage", "--watch supports only one environment.", {
      remedy: "Remove --watch, or set --environment to one name.",
    });
  }
  if (watch !== undefined && flags.backtest === true) {
    throw ProblemError.of("usage", "--watch does not support --backtest.", { remedy: "Remove one of them." });
  }
  validateBacktestFlags(flags);
  const definitions = await loadAndReportWarnings(context, sources, flags);
  const places = placesOf(definitions);
  const pattern = failOnUnmanaged === true ? "*" : failOnUnmanaged;
  const refusesUnmanaged = nameMatcher(pattern === undefined ? [] : [pattern]);
  const options: DriftSelection = {
    targets: target,
    refusesUnmanaged,
    ...ownershipOptions(context.target, sources),
    ...(applied === undefined ? {} : { writtenChanges: readWrittenChanges(applied) }),
  };
  const unmanaged = { refuses: refusesUnmanaged, isListed: flags.unmanaged === true };
  const work = async (open: OpenSession) => {
    const { session } = open;
    const origin = { ...open.origin, places };
    if (watch !== undefined) {
      const drifts = watchDrift(session, definitions, { intervalMs: watch * 1000, ...options });
      return reportChanges(context, flags, drifts, { ...origin, unmanaged, session });
    }
    const backtest = backtestOptionsOf(context, flags, session.run.clock.now());
    const found = await findDrift(session, definitions, { wait, backtest, ...options });
    const names = [...definitions, ...found.unmanaged].map(({ name }) => name);
    const unmatched = pattern === undefined ? [] : unmatchedPatterns("--fail-on-unmanaged", [pattern], names);
    const drift = { ...found, problems: [...found.problems, ...unmatched] };
    const document = writeDrift(drift, origin);
    const report = driftReport(document, drift, unmanaged, session.serviceNow());
    if (isTextOutput(flags)) printDrift(context, document, report);
    else reportProblems(context, document.problems);
    return { code: exitCodeFor(document, flags, unmanaged), document, report };
  };
  return withSession(context, work, { window: flags.window, signal: context.signal });
}

/** Reports each result that differs from the previous one. An interrupt ends the watch without an error. */
async function reportChanges(
  context: CliContext,
  flags: DriftFlags,
  drifts: AsyncGenerator<Drift, void>,
  {
    unmanaged,
    session,
    ...origin
  }: DriftOrigin & { readonly unmanaged: UnmanagedOptions } & Pick<OpenSession, "session">,
): Promise<Result> {
  let code: ExitCode = exitCodes.done;
  let previousText = "";
  /** The last complete report. */
  let previous: Report | undefined;
  try {
    for await (const drift of drifts) {
      const document = writeDrift(drift, origin);
      const text = JSON.stringify(document);
      if (text === previousText) continue;
      previousText = text;
      const report = driftReport(document, drift, unmanaged, session.serviceNow());
      const isComplete = !document.problems.some(isError);
      if (isComplete && previous !== undefined) printChanges(context, previous, report, Date.now());
      else {
        context.out(new Date().toISOString());
        printDrift(context, document, report);
      }
      if (isComplete) previous = report;
      const result = { code: exitCodeFor(document, flags, unmanaged), document, report };
      code = await writeResult(context, flags, result);
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
  }
  // Each result was written when it was found.
  return { code };
}

function printDrift(context: CliContext, document: DriftDocument, report: Report): void {
  reportProblems(context, document.problems);
  const hasFailed = document.problems.some(isError);
  if (hasFailed && document.alerts.length === 0) originLines(report).forEach(context.err);
  else printReport(context, report);
}

function exitCodeFor(
  document: DriftDocument,
  { detailedExitcode }: DriftFlags,
  { refuses }: UnmanagedOptions,
): ExitCode {
  if (document.problems.some(isError)) return exitCodes.error;
  const hasRefused = document.unmanaged.some(({ name }) => refuses(name));
  const hasFound = hasRefused || (detailedExitcode === true && hasDrift(document));
  return hasFound ? exitCodes.changes : exitCodes.done;
}

function readWrittenChanges(file: string): TextMap<WrittenChange> {
  const unreadable = (reason: string) =>
    ProblemError.of("file-unreadable", `The applied changes cannot be read: ${reason}.`, {
      where: { file },
      remedy: "Choose a file with the output of dbmon apply --json.",
    });
  let value: unknown;
  try {
    value = parseJson(readFileSync(file, "utf8"), file);
  } catch (error) {
    throw error instanceof JsonLimitError ? error : unreadable(errorMessage(error));
  }
  if (value === undefined) throw unreadable("the file is not JSON");
  const parsed = applySchema().safeParse(membersOf(value));
  if (!parsed.success) throw unreadable("the file is not the result of an apply");
  const changes = new Map(readPlan(parsed.data.plan).changes.map((change) => [nameOf(change), change]));
  return new TextMap<WrittenChange>(
    parsed.data.results.flatMap(({ name, outcome, written_at: writtenAt }) => {
      const change = changes.get(name);
      if (change === undefined || writtenAt === undefined || outcome === "skipped") return [];
      return [[name, { change, at: Date.parse(writtenAt) }]];
    }),
  );
}
