/** Plans for commands that create, change and delete alerts. */
import { type Definitions, type TerraformPlan } from "../../definitions";
import { nameMatcher, omitUndefined, ProblemError, toNfc } from "../../diagnostics";
import { type DescribedPlan, type PlanDocument } from "../../plan-document";
import { describePlan, type EnvironmentPlanOptions, planEnvironment } from "../../planning";
import { type CliContext } from "../framework/context";
import { type ChangeFlags } from "../framework/flags";
import { backtestOptionsOf } from "./backtest-options";
import { describeDefinitions } from "./definitions";
import { findExportedIds } from "./exported-ids";
import { ownershipOptions } from "./ownership";
import { compileOwnRules } from "./rules";
import { hashHeldObjects, originOfNewPlan } from "./saved-plan";
import { type OpenSession } from "./session";

export async function createPlan(
  context: CliContext,
  open: OpenSession,
  { alerts, problems: warnings, terraformPlan }: Definitions,
  flags: NewPlanFlags,
  isRemoval = false,
): Promise<{ readonly plan: DescribedPlan; readonly document: PlanDocument }> {
  const ownership =
    isRemoval || terraformPlan !== undefined ? {} : ownershipOptions(context.target, flags.sources);
  const isPlanned =
    terraformPlan?.isRefreshOnly === true
      ? isNameIn((await open.session.live.alerts()).map(({ name }) => name))
      : () => true;
  const planned = alerts.filter(({ name }) => isPlanned(name));
  const plan = await planEnvironment(open.session, planned, {
    ...planOptions(flags, ownership.ownedPatterns ?? [], terraformPlan),
    ...ownership,
    exportedIds: findExportedIds(context.target, alerts),
    isRemoval,
    warnings,
    rules: await compileOwnRules(context),
    backtest: backtestOptionsOf(context, flags, open.session.run.clock.now()),
    // IDs differ between environments, and their report joins equal changes. A back-test reads the names anyway.
    namedKinds:
      flags.backtest === true && context.target?.isOneOfSeveral === true ? ["hosts", "destinations"] : [],
  });
  const held = flags.isSaved === true ? await hashHeldObjects(open.session) : undefined;
  const defined = held && describeDefinitions(context, flags.sources, alerts);
  const origin = originOfNewPlan(open, omitUndefined({ held, definitions: defined }), [
    ...alerts,
    ...(terraformPlan?.deletions ?? []),
  ]);
  const document = describePlan(plan, origin);
  const isImported = isNameIn(terraformPlan?.imports ?? []);
  const changes = document.changes.map((change) =>
    isImported(change.name) ? { ...change, imported: true as const } : change,
  );
  return { plan, document: { ...document, changes } };
}

export interface NewPlanFlags extends ChangeFlags {
  readonly sources: readonly string[];
  /** Whether the plan is saved, and recognizes its environment and its definitions later. */
  readonly isSaved?: boolean;
}

/** The plan options of --target, --prune, --max-deletes and --existing, or of a plan of Terraform. */
function planOptions(
  { target: targets, prune = [], maxDeletes, existing: existingAlerts }: ChangeFlags,
  owns: readonly string[],
  terraformPlan?: TerraformPlan,
): EnvironmentPlanOptions {
  const options = { targets, existingAlerts };
  if (terraformPlan === undefined) {
    const patterns = { owns, "--prune": targets === undefined ? prune : [] };
    return { ...options, prune: nameMatcher(prune), patterns, deletionLimit: maxDeletes };
  }
  if (prune.length > 0 || maxDeletes !== undefined) {
    throw ProblemError.of("usage", "--prune and --max-deletes have no effect on a plan of Terraform.", {
      remedy: "Remove them. Terraform deletes what its plan deletes.",
    });
  }
  const { deletions, hiddenNames } = terraformPlan;
  return {
    ...options,
    prune: isNameIn(deletions.map(({ name }) => name)),
    deletions,
    isExcluded: isNameIn(hiddenNames),
    deletionLimit: {},
  };
}

function isNameIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(toNfc));
  return (name) => known.has(toNfc(name));
}
