/** Prepares the rules of an environment, and what they read of a change. */
import { differenceOf, notifiesLess } from "../alerting";
import { differenceContextOf, type PlanObjects, restartsDuration } from "../impact";
import { type DescribedPlan } from "../plan-document";
import { type Change, versionsOfChange, withPlanStatus } from "../reconcile";
import { type CompiledRules, type RuleChange, type RuleSet, type RunBlocking } from "../rules";

/** Loads the library of expressions only if needed. */
export async function compileRules(
  set: RuleSet,
  environment: string | undefined,
  runBlocking: RunBlocking,
): Promise<CompiledRules | undefined> {
  if (set.rules.length + set.warnings.length === 0) return undefined;
  const { CompiledRules } = await import("../rules/index.js");
  return CompiledRules.compile(set, environment, runBlocking);
}

/** Checks a saved plan against the rules that exist now, instead of those of the time when it was made. */
export function withCurrentRules(plan: DescribedPlan, rules: CompiledRules | undefined): DescribedPlan {
  const { status: _, exceptions: __, ...contents } = plan;
  const describe = (change: Change) => describeForRules(change, contents);
  const ruled = rules?.checkChanges(plan.changes, [], plan.names ?? {}, describe);
  const others = plan.problems.filter(({ code }) => code !== "rules");
  const exceptions =
    ruled === undefined || ruled.exceptions.length === 0 ? {} : { exceptions: ruled.exceptions };
  return withPlanStatus({ ...contents, ...exceptions, problems: [...others, ...(ruled?.problems ?? [])] });
}

/** What rules read of a change, computed when a rule reads it. */
export function describeForRules(change: Change, objects: PlanObjects): RuleChange {
  const { action } = change;
  const isUnchanged = action === "unchanged";
  const versions = versionsOfChange(change);
  const { before, after, ...known } = differenceContextOf(versions, objects);
  return {
    action,
    restarts: !isUnchanged && restartsDuration(versions),
    get silences() {
      return !isUnchanged && notifiesLess(before, after, known);
    },
    get behavesTheSame() {
      return isUnchanged || differenceOf(before, after, known) === undefined;
    },
  };
}
