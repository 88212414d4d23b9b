/**
 * When an alert fires: host scope, policy interval and threshold state machine (FIRE-1 to FIRE-6). Pure functions.
 * Times are milliseconds since the Unix epoch.
 *
 * A threshold alert has one state per host:
 *
 *     watching --- value above trigger ---> exceeding --- for the duration, and the policy allows it ---> fired
 *     watching <-- at or below trigger ---- exceeding
 *     watching <----------------------------- value below reset ---------------------------------------- fired
 */
import { type AlertConfig, type HostWire } from "../../service";
import { type Watch } from "../store/firing-stores";

/**
 * Whether an alert applies to a host (CONFIG-2, FIRE-6). A host matches if either filter lists it. Without filters,
 * every host matches.
 * @param host undefined for a global event, which matches only without filters
 */
export function isInScope({ hosts, hostTypes }: AlertConfig, host: HostWire | undefined): boolean {
  if (hosts.length === 0 && hostTypes.length === 0) return true;
  return host !== undefined && (hosts.includes(host.id) || hostTypes.includes(host.type));
}

/** Minimum time between two firings on one host (FIRE-4); 0 for a policy without `seconds`. */
export function policyIntervalMs(policy: { readonly seconds?: unknown } | undefined): number {
  return typeof policy?.seconds === "number" ? policy.seconds * 1000 : 0;
}

export interface ThresholdRule {
  readonly trigger: number;
  readonly reset: number;
  readonly durationMs: number;
  /** Minimum time between two firings on one host. */
  readonly policyIntervalMs: number;
  /** Whether the alert is enabled and applies to the host. */
  readonly isActive: boolean;
  /** When the rule took effect. */
  readonly since: number;
}

/** The time at which the alert fires if no new value arrives; undefined if it does not exceed its trigger. */
export function dueTime(watch: Watch, rule: ThresholdRule): number | undefined {
  if (watch.exceedingSince === undefined || watch.firing !== undefined) return undefined;
  const allowedAt = watch.lastFiredAt === undefined ? 0 : watch.lastFiredAt + rule.policyIntervalMs;
  return Math.max(watch.exceedingSince + rule.durationMs, allowedAt);
}

/** Applies a value that holds from `at` on. `isResolved` reports that the value ends the firing. */
export function observe(
  watch: Watch,
  rule: ThresholdRule,
  value: number,
  at: number,
): { readonly watch: Watch; readonly isResolved: boolean } {
  const { firing, ...rest } = watch;
  if (firing === undefined) return { watch: updateExceeding(watch, rule, value, at), isResolved: false };
  if (value >= rule.reset) return { watch, isResolved: false };
  return { watch: updateExceeding(withoutExceeding(rest), rule, value, at), isResolved: true };
}

function updateExceeding(watch: Watch, rule: ThresholdRule, value: number, at: number): Watch {
  const resting = withoutExceeding(watch);
  if (!rule.isActive || value <= rule.trigger) return resting;
  return { ...resting, exceedingSince: Math.max(watch.exceedingSince ?? at, rule.since) };
}

export function withoutExceeding(watch: Watch): Watch {
  const { exceedingSince: _, ...rest } = watch;
  return rest;
}

export function fired(watch: Watch, firing: number, at: number): Watch {
  return { ...withoutExceeding(watch), firing, lastFiredAt: at };
}
