/**
 * How a threshold alert stands on one host, as values come and time passes (FIRE-1 to FIRE-4). Pure: what it decides is
 * told, and carried out elsewhere. Times are milliseconds since the Unix epoch.
 *
 *     watching --- value above trigger ---> exceeding --- for the duration, and the policy allows it ---> fired
 *     watching <-- at or below trigger ---- exceeding
 *     watching <----------------------------- value below reset ---------------------------------------- fired
 */
import { type Watch } from "../store/firing-stores";

export interface ThresholdRule {
  readonly trigger: number;
  readonly reset: number;
  readonly durationMs: number;
  /** Least time between two firings on one host. */
  readonly policyMs: number;
  /** Enabled, and meant for this host. */
  readonly isActive: boolean;
  /** Since when the rule is in effect. */
  readonly since: number;
}

export type Decision = "fire" | "resolve";

/** When the alert fires unless something happens before. */
export function dueAt(watch: Watch, rule: ThresholdRule): number | undefined {
  if (watch.exceedingSince === undefined || watch.firing !== undefined) return undefined;
  const allowedAt = watch.lastFiredAt === undefined ? 0 : watch.lastFiredAt + rule.policyMs;
  return Math.max(watch.exceedingSince + rule.durationMs, allowedAt);
}

/** The value holds from that time on. */
export function observe(
  watch: Watch,
  rule: ThresholdRule,
  value: number,
  at: number,
): { readonly watch: Watch; readonly decision?: Decision } {
  const { exceedingSince, firing, ...rest } = watch;
  if (firing !== undefined) {
    return value < rule.reset ? { watch: rising(rest, rule, value, at), decision: "resolve" } : { watch };
  }
  return { watch: rising({ ...rest, exceedingSince }, rule, value, at) };
}

/** Not fired: above the trigger since when, if at all. */
function rising(watch: Watch, rule: ThresholdRule, value: number, at: number): Watch {
  const { exceedingSince, ...rest } = watch;
  if (!rule.isActive || value <= rule.trigger) return rest;
  return { ...rest, exceedingSince: Math.max(exceedingSince ?? at, rule.since) };
}

export function fired(watch: Watch, firing: number, at: number): Watch {
  const { exceedingSince: _, ...rest } = watch;
  return { ...rest, firing, lastFiredAt: at };
}
