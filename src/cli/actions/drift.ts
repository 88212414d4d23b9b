/** What `dbmon drift` does: it compares, once or until it is interrupted, and tells what is not as the definitions say. */
import { isError, type Place, ProblemError } from "../../diagnostics";
import { type ComparisonOptions, type Drift, findDrift, watchDrift } from "../../engine";
import { readWritten } from "../plans/applied";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { placesOf, readDefinitions } from "../plans/definitions";
import { type DriftDocument, writeDrift } from "../documents/drift-document";
import { withSession } from "../session";
import { isTextOutput, writeResult, withFailureReport, reportProblems } from "../output";
import { type OutputFlags } from "../output-flags";
import { type PlanFlags } from "../plans/flags";
import { sessionWindow } from "../plans/options";
import { createProgressListener } from "../progress";
import { reportLines } from "../render/text";
import { driftReport, hasDrift } from "../report/drift-report";

export interface DriftFlags extends PlanFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly wait?: boolean;
  readonly applied?: string;
  /** Seconds. */
  readonly watch?: number;
}

/** @returns the exit code */
export function driftAction(
  context: CliContext,
  sources: readonly string[],
  flags: DriftFlags,
): Promise<ExitCode> {
  const work = () => compareWithLive(context, sources, flags);
  return withFailureReport(context, flags, "Drift", [...sources, flags.applied], work);
}

async function compareWithLive(
  context: CliContext,
  sources: readonly string[],
  flags: DriftFlags,
): Promise<ExitCode> {
  const { target, wait = true, applied, watch } = flags;
  if (watch !== undefined && !isTextOutput(flags)) {
    throw ProblemError.of(
      "--watch prints what is new for as long as it runs, and other forms are of one look.",
      {
        remedy: "Leave out --watch, or --json and --format.",
      },
    );
  }
  const definitions = await readDefinitions(context, sources, flags);
  const places = placesOf(definitions);
  const { signal } = context;
  const settings = { onProgress: createProgressListener(context), ...sessionWindow(flags), signal };
  const options: ComparisonOptions = {
    targets: target,
    ...(applied === undefined ? {} : { written: readWritten(applied) }),
  };
  return withSession(context, settings, async ({ session }) => {
    if (watch === undefined) {
      const drift = writeDrift(await findDrift(session, definitions, { wait, ...options }), places);
      return tellDrift(context, flags, drift);
    }
    const looks = watchDrift(session, definitions, { interval: watch * 1000, ...options });
    return watching(context, flags, looks, places);
  });
}

/** Tells each look that is not as the one before. The interrupt is its end, and no failure. */
async function watching(
  context: CliContext,
  flags: DriftFlags,
  looks: AsyncGenerator<Drift, void>,
  places: ReadonlyMap<string, Place>,
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  let last = "";
  try {
    for await (const drift of looks) {
      const document = writeDrift(drift, places);
      const news = JSON.stringify(document);
      if (news === last) continue;
      last = news;
      context.out(new Date().toISOString());
      code = tellDrift(context, flags, document);
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
  }
  return code;
}

function tellDrift(context: CliContext, flags: DriftFlags, document: DriftDocument): ExitCode {
  const report = driftReport(document);
  reportProblems(context, document.problems);
  const hasFailed = document.problems.some(isError);
  if (isTextOutput(flags) && !hasFailed) reportLines(report, context.color.out).forEach(context.out);
  const changes = flags.detailedExitcode === true && hasDrift(document);
  const code = hasFailed ? exitCodes.error : changes ? exitCodes.changes : exitCodes.done;
  return writeResult(context, flags, { document, report }, code);
}
