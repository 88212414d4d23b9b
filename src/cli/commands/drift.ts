/** `dbmon drift`: what somebody changed beside the definitions. */
import { type Command } from "commander";
import { isError, quote } from "../../diagnostics";
import { type AlertDrift, type Drift, type DriftStatus, findDrift } from "../../engine";
import { type Change, nameOf } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readDefinitions } from "../definitions";
import { withSession } from "../environment";
import { printJson, withJson } from "../json-output";
import { addPlanFlags, onlyTargets, type PlanFlags, sourceHelp } from "../plan-flags";
import { progressTo } from "../progress";
import { changeLines, problemLines } from "../render/plan-text";

interface Flags extends PlanFlags {
  readonly detailedExitcode?: true;
  readonly wait?: boolean;
}

export function registerDriftCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  addPlanFlags(
    program
      .command("drift")
      .description("tell which live alerts are not as the definitions say; writes nothing")
      .argument("[source...]", sourceHelp),
  )
    .option("--detailed-exitcode", "exit with 2 when an alert has drifted, or may have")
    .option("--no-wait", 'do not look again a window later where an alert differs: it is then "unknown"')
    .addHelpText("after", "\nExample:\n  dbmon drift cdktf.out --detailed-exitcode")
    .action(async (sources: string[], flags: Flags) => {
      finish(await withJson(context, flags.json === true, () => driftCommand(context, sources, flags)));
    });
}

async function driftCommand(
  context: CliContext,
  sources: readonly string[],
  { json, window, target, wait = true, detailedExitcode }: Flags,
): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  const { signal } = context;
  const settings = { onProgress: progressTo(context), propagationWindow: window && window * 1000, signal };
  return withSession(context, settings, async ({ session }) => {
    const drift = await findDrift(session, definitions, {
      wait,
      only: (plan) => onlyTargets(plan, target, definitions),
    });
    problemLines(drift.problems).forEach(context.err);
    if (json === true) printJson(context, documentOf(drift));
    else if (!drift.problems.some(isError)) driftLines(drift).forEach(context.out);
    if (drift.problems.some(isError)) return exitCodes.error;
    const hasDrift = drift.alerts.some(({ status }) => status !== "in-sync");
    return detailedExitcode === true && hasDrift ? exitCodes.changes : exitCodes.done;
  });
}

function documentOf({ alerts, unmanaged, problems }: Drift): Readonly<Record<string, unknown>> {
  return {
    alerts: alerts.map(({ status, change }) => ({
      name: nameOf(change),
      status,
      ...(change.action === "create" ? {} : { id: change.live.alert.id }),
      action: change.action,
      fields: "fields" in change ? change.fields : [],
    })),
    unmanaged: unmanaged.map(({ id, name }) => ({ id, name })),
    problems,
  };
}

function driftLines({ alerts, unmanaged }: Drift): string[] {
  const differing = alerts.filter(({ status }) => status !== "in-sync");
  const count = (status: DriftStatus) => alerts.filter((one) => one.status === status).length;
  const parts = [`${count("in-sync")} in sync`, `${count("drifted")} drifted`];
  if (count("unknown") > 0) parts.push(`${count("unknown")} unknown`);
  if (unmanaged.length > 0) parts.push(`${unmanaged.length} not in code`);
  return [
    ...differing.flatMap(linesOf),
    ...(differing.length > 0 ? [""] : []),
    `Drift: ${parts.join(", ")}.`,
  ];
}

function linesOf({ status, change }: AlertDrift): string[] {
  const fields = change.action === "create" ? [] : changeLines(change).slice(1);
  return [`${status}: ${quote(nameOf(change))} ${whatDiffers(change)}`, ...fields];
}

function whatDiffers(change: Change): string {
  if (change.action === "create") return "does not exist";
  const { id, name } = change.live.alert;
  switch (change.action) {
    case "replace":
      return `is of another kind (id ${id})`;
    case "complete":
      return `has no configuration (id ${id})`;
    case "rename":
      return `is named ${quote(name)} (id ${id})`;
    case "update":
    case "delete":
    case "unchanged":
      return `differs (id ${id})`;
  }
}
