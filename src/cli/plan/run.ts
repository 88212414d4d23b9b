/** `dbmon plan`: compare definitions with the live alerts, show the plan and save it on request. */
import { type TerraformPlan } from "../../definitions";
import { nameMatcher, ProblemError, toNfc } from "../../diagnostics";
import { type DescribedPlan, type PlanDocument } from "../../plan-document";
import { type EnvironmentPlanOptions, planEnvironment } from "../../planning";
import { nameOf, type Plan, withPlanStatus } from "../../reconcile";
import {
  type CliContext,
  environmentArguments,
  type EnvironmentCommand,
  type EnvironmentResult,
  type ExitCode,
  exitCodes,
  readCommand,
  type Result,
} from "../shared/context";
import { type ChangeFlags, type OutputFlags } from "../shared/flags";
import { isTextOutput, printReport, reportProblems } from "../shared/output/output";
import { backtestPlan, validateBacktestFlags } from "../shared/plan/backtest";
import { checkCreated, compileRules, unmatchedPatterns } from "../shared/plan/checks";
import { loadForPlan, type PlannedDefinitions, refuseTerraformPlan } from "../shared/plan/definitions";
import { describeForRules, describePlan } from "../shared/plan/differences";
import { hasChanges, planReport } from "../shared/plan/plan-report";
import { originOfNewPlan, savePlan } from "../shared/plan/saved-plan";
import { commandWords, quoteForShell, quotePathForShell } from "../shared/process/programs";
import { serviceLines } from "../shared/render/text";
import { type Report } from "../shared/report/report";
import { type OpenSession, withSession } from "../shared/service/session";

export interface PlanCommandFlags extends ChangeFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly explain?: true;
  readonly out?: string;
}

export function planCommand(sources: readonly string[], flags: PlanCommandFlags): EnvironmentCommand {
  return {
    ...readCommand((context) => planDefinitions(context, sources, flags), {
      title: "Plan",
      files: [...sources, flags.out, flags.metrics],
    }),
    complete: (context, results) => {
      if (flags.out !== undefined) saveAll(context, flags.out, flags, results);
    },
  };
}

async function planDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<Result> {
  validateBacktestFlags(flags);
  const definitions = await loadForPlan(context, sources, flags);
  if (flags.out !== undefined) refuseTerraformPlan(definitions);
  const work = async (open: OpenSession) => {
    const { plan, document } = await createPlan(context, open, definitions, flags, planEnvironment);
    const report = planReport(document, open.session.run.clock.now(), flags.explain);
    showPlan(context, plan, report, flags);
    return { code: exitCodeFor(plan, document, flags), document, report };
  };
  return withSession(context, work, { window: flags.window });
}

/** Plans one environment, with the warnings of its definitions, and with back-tests if --backtest is set. */
export async function createPlan(
  context: CliContext,
  open: OpenSession,
  { alerts, warnings, terraformPlan }: PlannedDefinitions,
  flags: ChangeFlags,
  planDesired: typeof planEnvironment,
): Promise<{ readonly plan: DescribedPlan; readonly document: PlanDocument }> {
  const rules = await compileRules(context.target);
  // IDs differ between environments, and their report joins equal changes. A back-test reads the names anyway.
  const namesTargets = flags.backtest === true && context.target?.isOneOfSeveral === true;
  const planned = await planDesired(open.session, alerts, {
    ...planOptions(flags, terraformPlan),
    namedKinds: [...(rules?.kinds ?? []), ...(namesTargets ? (["hosts", "destinations"] as const) : [])],
  });
  const ruled = rules?.checkChanges(planned.changes, alerts, planned.names ?? {}, (change) =>
    describeForRules(change, planned),
  );
  const { target, prune = [] } = flags;
  const names = [...planned.changes.map(nameOf), ...planned.unmanaged.map(({ name }) => name)];
  const problems = [
    ...warnings,
    ...checkCreated(open.session, planned, alerts),
    ...(target === undefined ? unmatchedPatterns("--prune", prune, names) : []),
    ...(ruled?.problems ?? []),
    ...planned.problems,
  ];
  const { exceptions = [] } = ruled ?? {};
  const contents = { ...planned, problems, ...(exceptions.length === 0 ? {} : { exceptions }) };
  const plan = await backtestPlan(context, open.session, withPlanStatus(contents), flags, alerts);
  return {
    plan,
    document: describePlan(
      plan,
      originOfNewPlan(context, open, [...alerts, ...(terraformPlan?.deletions ?? [])]),
    ),
  };
}

/** The plan options of --target, --prune, --max-deletes and --existing, or of a plan of Terraform. */
function planOptions(
  { target, prune = [], maxDeletes, existing }: ChangeFlags,
  terraformPlan?: TerraformPlan,
): EnvironmentPlanOptions {
  const options = { targets: target, existingAlerts: existing };
  if (terraformPlan === undefined)
    return { ...options, prune: nameMatcher(prune), deletionLimit: maxDeletes };
  if (prune.length > 0 || maxDeletes !== undefined) {
    throw ProblemError.of("--prune and --max-deletes have no effect on a plan of Terraform.", {
      remedy: "Remove them. Terraform deletes what its plan deletes.",
    });
  }
  const { deletions, hiddenNames } = terraformPlan;
  return {
    ...options,
    prune: isNameIn(deletions.map(({ name }) => name)),
    isExcluded: isNameIn(hiddenNames),
    deletionLimit: {},
  };
}

function isNameIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(toNfc));
  return (name) => known.has(toNfc(name));
}

/** Saves the plans, or none of them if an environment has errors. */
function saveAll(
  context: CliContext,
  file: string,
  { json }: PlanCommandFlags,
  results: readonly EnvironmentResult[],
): void {
  const isFailed = ({ result }: EnvironmentResult) => (result?.code ?? exitCodes.error) === exitCodes.error;
  const [first] = results;
  if (first === undefined || results.every(isFailed)) return;
  const failed = results.filter(isFailed);
  if (failed.length > 0) {
    const names = failed.map(({ environment }) => environment).join(", ");
    context.err(`The plan was not saved, because these environments have errors: ${names}.`);
    return;
  }
  const isSingle = first.environment === "";
  const plans = results.map(({ environment, result }) => [environment, result?.document] as const);
  savePlan(file, isSingle ? first.result?.document : { version: 1, environments: Object.fromEntries(plans) });
  if (json === true) return;
  if (isSingle) confirmSave(context, file);
  else context.err(`Saved the plans of ${plans.length} environments to ${file}.`);
}

/** Printed to stderr, because stdout may hold a document. */
function confirmSave(context: CliContext, file: string): void {
  const { env, err } = context;
  const apply = [
    ...commandWords(env),
    "apply",
    "--plan",
    quotePathForShell(file),
    ...environmentArguments(context).map(quoteForShell),
  ].join(" ");
  err(`Saved the plan to ${quoteForShell(file)}. To apply it unchanged, run: ${apply}`);
}

function exitCodeFor(
  { status }: Plan,
  document: PlanDocument,
  { detailedExitcode }: PlanCommandFlags,
): ExitCode {
  if (status === "refused") return exitCodes.error;
  return detailedExitcode === true && hasChanges(document) ? exitCodes.changes : exitCodes.done;
}

/** Reports the problems of a plan, and prints its changes where stdout has the text format. */
export function showPlan(context: CliContext, { status }: Plan, report: Report, flags: OutputFlags): void {
  reportProblems(context, report.problems);
  const isRefused = status === "refused";
  if (!isTextOutput(flags)) return;
  if (isRefused && report.entries.length === 0) {
    serviceLines(report).forEach(context.err);
    return;
  }
  // A plan refused for its deletions or for existing alerts lists them on stderr: stdout holds only plans that can be applied.
  printReport(context, report, isRefused ? "err" : "out");
}
