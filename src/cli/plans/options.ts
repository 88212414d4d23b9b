/** What the flags that commands about definitions share mean for a session and for a plan. */
import { hintForName, ProblemError, quote } from "../../diagnostics";
import { type EnvironmentPlanOptions } from "../../engine";
import { type AlertDefinition, type Change, nameOf, type Plan } from "../../reconcile";
import { nameMatcher } from "../glob";
import { type DeletionFlags, type PlanFlags } from "./flags";

/** The propagation window as sessions take it. */
export function sessionWindow({ window }: PlanFlags): { readonly propagationWindow: number | undefined } {
  return { propagationWindow: window === undefined ? undefined : window * 1000 };
}

/** What may be deleted, as a plan takes it. */
export function deletionOptions({ prune = [], maxDeletes }: DeletionFlags): EnvironmentPlanOptions {
  return { prune: nameMatcher(prune), deletionLimit: maxDeletes };
}

/**
 * The changes of the targets, and those that have to free their names first.
 * @throws ProblemError where no definition has a target's name
 */
export function onlyTargets(
  plan: Plan,
  targets: readonly string[] | undefined,
  definitions: readonly AlertDefinition[],
): Plan {
  if (targets === undefined) return plan;
  const names = new Set(definitions.map(({ name }) => name));
  const unknown = targets.filter((target) => !names.has(target));
  if (unknown.length > 0) {
    throw new ProblemError(
      unknown.map((target) => ({
        severity: "error",
        what: `No definition has the name ${quote(target)}, which --target asks for.`,
        remedy: hintForName(target, [...names]),
      })),
    );
  }
  const byName = new Map(plan.changes.map((change) => [nameOf(change), change]));
  const wanted = new Set<Change>();
  const want = (name: string | undefined) => {
    const change = name === undefined ? undefined : byName.get(name);
    if (change === undefined || wanted.has(change)) return;
    wanted.add(change);
    want(change.after);
  };
  targets.forEach(want);
  return { ...plan, changes: plan.changes.filter((change) => wanted.has(change)) };
}
