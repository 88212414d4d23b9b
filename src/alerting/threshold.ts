/**
 * The state machine of a threshold alert on one host (FIRE-1, FIRE-3, FIRE-4). Times are milliseconds.
 *
 *     watching --- value above trigger ---> exceeding --- for the duration, and the policy allows it ---> fired
 *     watching <-- at or below trigger ---- exceeding
 *     watching <----------------------------- value below reset ---------------------------------------- fired
 */

/** The state of an alert on a host. An event alert uses only `lastFiredAt`. */
export interface Watch {
  /** When the value rose above the trigger. Undefined while it is not above, and after the alert fired. */
  readonly exceedingSince?: number | undefined;
  /** ID of the unresolved firing. */
  readonly firing?: number | undefined;
  /** When the alert last fired, for the policy interval. */
  readonly lastFiredAt?: number | undefined;
}

/** The condition of a threshold alert for one host at one time. */
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

/** When the alert fires if no new value arrives. Undefined unless the value exceeds the trigger and no firing is unresolved. */
export function dueTime(watch: Watch, rule: ThresholdRule): number | undefined {
  if (watch.exceedingSince === undefined) return undefined;
  return Math.max(watch.exceedingSince + rule.durationMs, nextAllowedTime(watch, rule.policyIntervalMs));
}

/** The first time at which the policy allows a firing on the host (FIRE-4). */
export function nextAllowedTime({ lastFiredAt }: Watch, policyIntervalMs: number): number {
  return lastFiredAt === undefined ? Number.NEGATIVE_INFINITY : lastFiredAt + policyIntervalMs;
}

/** Applies a value that holds from `at` on. `resolved` is the ID of the firing that the value ends. */
export function observe(
  watch: Watch,
  rule: ThresholdRule,
  value: number,
  at: number,
): { readonly watch: Watch; readonly resolved?: number } {
  const { firing, ...rest } = watch;
  if (firing === undefined) return { watch: updateExceeding(watch, rule, value, at) };
  if (value >= rule.reset) return { watch };
  return { watch: updateExceeding(rest, rule, value, at), resolved: firing };
}

function updateExceeding(watch: Watch, rule: ThresholdRule, value: number, at: number): Watch {
  const resting = withoutExceeding(watch);
  if (!rule.isActive || value <= rule.trigger) return resting;
  return { ...resting, exceedingSince: Math.max(watch.exceedingSince ?? at, rule.since) };
}

/** Returns the same object if the value does not exceed the trigger. */
export function withoutExceeding(watch: Watch): Watch {
  if (watch.exceedingSince === undefined) return watch;
  const { exceedingSince: _, ...rest } = watch;
  return rest;
}

export function fired(watch: Watch, firing: number, at: number): Watch {
  return { ...withoutExceeding(watch), firing, lastFiredAt: at };
}
