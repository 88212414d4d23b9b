/** `dbmon drift`: what somebody changed beside the definitions. */
import { type Command } from "commander";
import { isError, type Place, ProblemError } from "../../diagnostics";
import { type ComparisonOptions, type Drift, findDrift, watchDrift } from "../../engine";
import { readWritten } from "../applied";
import { interval } from "../arguments";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { placesOf, readDefinitions } from "../definitions";
import { type DriftDocument, writeDrift } from "../documents/drift-document";
import { withSession } from "../environment";
import { addHelp } from "../help";
import {
  addOutputFlags,
  isText,
  type OutputFlags,
  present,
  presentingFailure,
  tellProblems,
} from "../output";
import { addPlanFlags, onlyTargets, type PlanFlags, sessionWindow, sourceHelp } from "../plan-flags";
import { progressTo } from "../progress";
import { reportLines } from "../render/text";
import { driftReport, hasDrift } from "../report/drift-report";

interface Flags extends PlanFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly wait?: boolean;
  readonly applied?: string;
  /** Seconds. */
  readonly watch?: number;
}

export function registerDriftCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("drift")
    .description("tell which live alerts are not as the definitions say; writes nothing")
    .argument("[source...]", sourceHelp)
    .option("--detailed-exitcode", "exit with 2 when an alert has drifted, or may have")
    .option("--no-wait", 'do not look again a window later where an alert differs: it is then "unknown"')
    .option(
      "--applied <file>",
      'what apply --json printed: where an alert still reads as before it, that is "pending" and no drift',
    )
    .option(
      "--watch <seconds>",
      "look again at that interval until interrupted, and print what is new",
      interval,
    );
  addHelp(addOutputFlags(addPlanFlags(command)), {
    notes: [
      "An alert is in sync, drifted, pending (our own write has not taken effect yet), or unknown (it differs, and was",
      "looked at once). Live alerts that no definition names are not in code.",
      "With --watch the definitions are read once, at the start: begin it anew when they have changed.",
    ],
    examples: [
      "dbmon drift cdktf.out --detailed-exitcode",
      "dbmon drift alerts --format github",
      "dbmon drift alerts --report junit=drift.xml",
      "dbmon drift alerts --watch 300",
    ],
  }).action(async (sources: string[], flags: Flags) => {
    const work = () => driftCommand(context, sources, flags);
    finish(await presentingFailure(context, flags, "Drift", [...sources, flags.applied], work));
  });
}

async function driftCommand(
  context: CliContext,
  sources: readonly string[],
  flags: Flags,
): Promise<ExitCode> {
  const { target, wait = true, applied, watch } = flags;
  if (watch !== undefined && !isText(flags)) {
    throw ProblemError.of(
      "--watch prints what is new for as long as it runs, and other forms are of one look.",
      {
        remedy: "Leave out --watch, or --json and --format.",
      },
    );
  }
  const definitions = readDefinitions(context, sources);
  const places = placesOf(definitions);
  const { signal } = context;
  const settings = { onProgress: progressTo(context), ...sessionWindow(flags), signal };
  const options: ComparisonOptions = {
    only: (plan) => onlyTargets(plan, target, definitions),
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
  flags: Flags,
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

function tellDrift(context: CliContext, flags: Flags, document: DriftDocument): ExitCode {
  const report = driftReport(document);
  tellProblems(context, document.problems);
  const hasFailed = document.problems.some(isError);
  if (isText(flags) && !hasFailed) reportLines(report, context.paint.out).forEach(context.out);
  const changes = flags.detailedExitcode === true && hasDrift(document);
  const code = hasFailed ? exitCodes.error : changes ? exitCodes.changes : exitCodes.done;
  return present(context, flags, { document, report }, code);
}
