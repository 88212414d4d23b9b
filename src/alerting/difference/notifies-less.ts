/** Whether a change silences an alert. Times are milliseconds. */
import { type EventCondition, type ThresholdCondition } from "../../service";
import { type KnownObjects } from "../evaluator-state";
import { hasSameInput, hostsOf } from "./find-situations";
import { type FiringAlert, firingAlerts, isEvent, isThreshold, shortestCycleMs } from "./firing-alert";
import { type ComparedAlert, valueBelow } from "./situation";

/**
 * Whether there is a situation in which the alert, at some time, has notified more often before the change than after it. A firing
 * notifies if the alert has a destination.
 *
 * @param before undefined for a creation
 * @param after undefined for a deletion
 * @example
 * notifiesLess(alert, { ...alert, policy: 3 }, known); // true if policy 3 has a longer interval
 */
export function notifiesLess(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): boolean {
  const { first, second } = firingAlerts(before, after, known);
  if (first === undefined || !isNotifying(first)) return false;
  if (second === undefined || !isNotifying(second) || !hasSameInput(first, second))
    return hostsOf(first, first, known).both !== undefined;
  const { both, onlyBefore } = hostsOf(first, second, known);
  if (onlyBefore !== undefined) return true;
  if (both === undefined) return false;
  if (isThreshold(first) && isThreshold(second)) return isThresholdQuieter(first, second);
  return isEvent(first) && isEvent(second) && isEventQuieter(first, second);
}

function isNotifying({ alert }: FiringAlert): boolean {
  return alert.destinations.length > 0;
}

function isEventQuieter(before: FiringAlert<EventCondition>, after: FiringAlert<EventCondition>): boolean {
  const kept = new Set(after.condition.categories);
  const isLost = before.condition.categories.some((category) => !kept.has(category));
  return isLost || after.intervalMs > before.intervalMs;
}

/**
 * With a higher trigger or a longer duration, the first firing is late or missing. With a lower reset, the second one is. Otherwise, the
 * alert after the change is due again whenever the alert before it is. Then only its policy can make its firings rarer: an interval
 * longer than the least time between two firings before the change.
 */
function isThresholdQuieter(
  before: FiringAlert<ThresholdCondition>,
  after: FiringAlert<ThresholdCondition>,
): boolean {
  const [{ trigger, reset }, { trigger: newTrigger, reset: newReset }] = [before.condition, after.condition];
  if (newTrigger > trigger || after.durationMs > before.durationMs) return true;
  const canResolve = valueBelow(reset) !== undefined;
  return (
    canResolve &&
    (newReset < reset ||
      after.intervalMs > Math.max(before.intervalMs, shortestCycleMs(before.condition, before.durationMs)))
  );
}
