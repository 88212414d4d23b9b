/** Plans for commands that create, change and delete alerts. */
import { type TerraformPlan } from "../../definitions";
import { nameMatcher,ProblemError,toNfc } from "../../diagnostics";
import { type DescribedPlan,type PlanDocument } from "../../plan-document";
import {
backtestPlan,
checkCreated,
compileRules,
describeForRules,
describePlan,
type EnvironmentPlanOptions,
type planEnvironment,
unmatchedPatterns,
} from "../../planning";
import { withPlanStatus,nameOf } from "../../reconcile";
import { type CliContext } from "../framework/context";
import { type ChangeFlags } from "../framework/flags";
import { backtestOptionsOf } from "./backtest-options";
import { type PlannedDefinitions } from "./definitions";
import { originOfNewPlan } from "./saved-plan";
import { type OpenSession } from "./session";

/** Plans one environment, with the warnings of its definitions, and with back-tests if --backtest is set. */
export async function createPlan(
  context: CliContext,
  open: OpenSession,
  { alerts, warnings, terraformPlan }: PlannedDefinitions,
  flags: ChangeFlags,
  planDesired: typeof planEnvironment,
): Promise<{ readonly plan: DescribedPlan; readonly document: PlanDocument }> {
  const rules = await compileRules(context.target?.config.rules ?? [], context.target?.environment?.name);
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
  const plan = await backtestPlan(
    context,
    open.session,
    withPlanStatus(contents),
    backtestOptionsOf(flags, open.session.run.clock.now()),
    alerts,
  );
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
