/** What the flags that commands about definitions share mean for a session and for a plan. */
import { type EnvironmentPlanOptions } from "../../engine";
import { nameMatcher } from "../glob";
import { type DeletionFlags, type PlanFlags } from "./flags";

/** The propagation window as sessions take it. */
export function sessionWindow({ window }: PlanFlags): { readonly propagationWindow: number | undefined } {
  return { propagationWindow: window === undefined ? undefined : window * 1000 };
}

/** What a plan is about and may delete, as it takes them. */
export function planOptions({
  target,
  prune = [],
  maxDeletes,
}: PlanFlags & DeletionFlags): EnvironmentPlanOptions {
  return { targets: target, prune: nameMatcher(prune), deletionLimit: maxDeletes };
}
