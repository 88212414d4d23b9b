/**
 * Proves that alerts are redundant. An alert is redundant if there is no situation, on any host that exists or may come, in which it notifies a
 * destination, and no other active alert notifies the destination at the same instant with at least its level.
 *
 * On one host, only an alert that fires whenever the other one fires can replace it. An alert with a lower trigger or a shorter duration
 * can have fired before, and one with a higher trigger or a longer duration may not fire yet. A value shows this for all such alerts at once.
 * So each host, destination and category needs a single alert with the same condition. Alerts that replace one only together on a host, which
 * resets above the trigger and lengths of a few seconds make possible, are not searched. Times are milliseconds.
 */
import { getOrAdd, toNfc } from "../../diagnostics";
import { alertLevels, includesAllHosts, type ThresholdCondition, typesInScope } from "../../service";
import { type ConfiguredAlert } from "../alert";
import { type KnownObjects } from "../evaluator-state";
import { canExceedAfterReset, secondMs, shortestCycleMs } from "./firing-alert";
import { valueAbove, valueBelow } from "./situation";

/** What a comparison of alerts needs, prepared once. An undefined length is unknown. */
interface Notifier<Alert extends ConfiguredAlert> {
  readonly alert: Alert;
  readonly destinations: ReadonlySet<number>;
  /** Categories, or the metric with the trigger and the duration. */
  readonly inputs: ReadonlySet<string>;
  readonly inputsKey: string;
  readonly scope: ReadonlySet<string>;
  readonly places: readonly Place[];
  /** Undefined for an event alert. */
  readonly threshold: ResolvingCondition | undefined;
  readonly level: number;
  readonly durationMs: number | undefined;
  readonly intervalMs: number | undefined;
}

interface ResolvingCondition {
  readonly reset: number;
  readonly canResolve: boolean;
  /** Whether a value that resolves the alert can exceed its trigger. */
  readonly canExceed: boolean;
  /** The least time between two firings that no policy delays. */
  readonly cycleMs: number;
}

/** All hosts and global events, all hosts of a type, or one host: the parts of scopes that include it. */
type Place = readonly string[];

/**
 * Returns the IDs of the redundant alerts, each with the alerts that replace it. Of alerts that replace each other, the one with the lowest
 * ID is not redundant. A policy or duration of unknown length is the same only as itself.
 *
 * @example
 * findRedundant([alert, { ...alert, id: 8 }], known); // Map { 8 => [alert] }
 */
export function findRedundant<Alert extends ConfiguredAlert>(
  alerts: readonly Alert[],
  known: KnownObjects,
): Map<number, readonly Alert[]> {
  const notifiers = alerts
    .filter(canNotify)
    .sort((a, b) => a.id - b.id)
    .map((alert) => notifierOf(alert, known));
  const index = new Map<string, Notifier<Alert>[]>();
  for (const notifier of notifiers)
    for (const key of keysOf(notifier)) getOrAdd(index, key, () => []).push(notifier);
  const redundant = new Map<number, readonly Alert[]>();
  for (const notifier of notifiers) {
    const replacing = findReplacing(notifier, index);
    if (replacing.length > 0) redundant.set(notifier.alert.id, replacing);
  }
  return redundant;
}

/** Empty if no other alert does a part of what the alert does. */
function findReplacing<Alert extends ConfiguredAlert>(
  notifier: Notifier<Alert>,
  index: ReadonlyMap<string, readonly Notifier<Alert>[]>,
): Alert[] {
  const { alert, inputs, destinations, places } = notifier;
  const replaces = (other: Notifier<Alert>) =>
    other !== notifier &&
    firesWith(other, notifier) &&
    (other.alert.id < alert.id || !replacesAlone(other, notifier) || !replacesAlone(notifier, other));
  const replacing = new Set<Alert>();
  for (const input of inputs)
    for (const destination of destinations)
      for (const place of places) {
        const candidates = place.map((part) => index.get(keyOf(input, part, destination)) ?? []);
        const other = candidates.map((list) => list.find(replaces)).find((found) => found !== undefined);
        if (other === undefined) return [];
        replacing.add(other.alert);
      }
  return [...replacing];
}

function canNotify({ disabled, destinations, config: { condition } }: ConfiguredAlert): boolean {
  const canFire = condition.kind === "event" || valueAbove(condition.trigger) !== undefined;
  return !disabled && destinations.length > 0 && canFire;
}

function notifierOf<Alert extends ConfiguredAlert>(alert: Alert, known: KnownObjects): Notifier<Alert> {
  const { condition } = alert.config;
  const durationMs = condition.kind === "event" ? 0 : known.durationMs(condition.duration);
  const inputs =
    condition.kind === "event"
      ? condition.categories.map(toNfc).sort()
      : [`${condition.trigger} ${durationMs ?? `duration ${condition.duration}`} ${toNfc(condition.metric)}`];
  return {
    alert,
    destinations: new Set(alert.destinations),
    inputs: new Set(inputs),
    inputsKey: JSON.stringify([...new Set(inputs)]),
    ...placesOf(alert, known),
    threshold: condition.kind === "threshold" ? resolvingCondition(condition, durationMs) : undefined,
    level: condition.kind === "event" ? 0 : alertLevels.indexOf(condition.alert_level),
    durationMs,
    intervalMs: known.policyIntervalMs(alert.policy),
  };
}

function resolvingCondition(condition: ThresholdCondition, durationMs = 0): ResolvingCondition {
  return {
    reset: condition.reset,
    canResolve: valueBelow(condition.reset) !== undefined,
    canExceed: canExceedAfterReset(condition),
    cycleMs: shortestCycleMs(condition, durationMs),
  };
}

function placesOf(
  { config }: ConfiguredAlert,
  known: KnownObjects,
): Pick<Notifier<ConfiguredAlert>, "scope" | "places"> {
  if (includesAllHosts(config)) return { scope: new Set(["all"]), places: [["all"]] };
  const types = typesInScope(config).map((type) => `type ${type}`);
  // Threshold alerts ignore deleted hosts.
  const hosts = config.hosts.filter(
    (id) => config.condition.kind === "event" || known.host(id)?.isDeleted !== true,
  );
  return {
    scope: new Set([...types, ...config.hosts.map((id) => `host ${id}`)]),
    places: [
      ...types.map((type) => ["all", type]),
      ...hosts.map((id) => ["all", `type ${toNfc(known.host(id)?.type ?? "")}`, `host ${id}`]),
    ],
  };
}

function* keysOf({ inputs, scope, destinations }: Notifier<ConfiguredAlert>): Generator<string> {
  for (const input of inputs)
    for (const part of scope) for (const destination of destinations) yield keyOf(input, part, destination);
}

function keyOf(input: string, part: string, destination: number): string {
  return `${destination} ${part} ${input}`;
}

/** Whether the alert notifies whenever the other one does. */
function replacesAlone(alert: Notifier<ConfiguredAlert>, other: Notifier<ConfiguredAlert>): boolean {
  const { inputs, destinations, scope } = alert;
  return (
    firesWith(alert, other) &&
    [...other.inputs].every((input) => inputs.has(input)) &&
    [...other.destinations].every((destination) => destinations.has(destination)) &&
    other.places.every((place) => place.some((part) => scope.has(part)))
  );
}

/** Whether the alert fires whenever the other one fires for an input that both have, with at least its level. */
function firesWith(alert: Notifier<ConfiguredAlert>, other: Notifier<ConfiguredAlert>): boolean {
  if (alert.threshold !== undefined && other.threshold !== undefined)
    return alert.level >= other.level && resolvesWith(alert, alert.threshold, other, other.threshold);
  // Another category could start the interval of only one of the alerts.
  const isNeverDelayed = alert.intervalMs !== undefined && alert.intervalMs <= secondMs;
  return isNeverDelayed || (hasSameInterval(alert, other) && alert.inputsKey === other.inputsKey);
}

/**
 * Whether the alert can fire again whenever the other one does. Both have the same trigger and duration. With a higher reset, the alert can
 * fire in between, so its interval must never delay a firing.
 */
function resolvesWith(
  alert: Notifier<ConfiguredAlert>,
  condition: ResolvingCondition,
  other: Notifier<ConfiguredAlert>,
  { reset, canResolve, canExceed, cycleMs }: ResolvingCondition,
): boolean {
  const { intervalMs, durationMs } = alert;
  if (!canResolve) return true;
  if (condition.reset < reset) return false;
  const hasSameReset = condition.reset === reset;
  if (hasSameReset && hasSameInterval(alert, other)) return true;
  if (intervalMs === undefined || other.intervalMs === undefined || durationMs === undefined) return false;
  if (hasSameReset) return Math.max(intervalMs, cycleMs) === Math.max(other.intervalMs, cycleMs);
  if (other.intervalMs > cycleMs) return false;
  if (canExceed) return durationMs <= secondMs && intervalMs <= cycleMs;
  return intervalMs <= (durationMs === 0 && condition.canExceed ? secondMs : cycleMs);
}

function hasSameInterval(first: Notifier<ConfiguredAlert>, second: Notifier<ConfiguredAlert>): boolean {
  if (first.intervalMs === undefined) return first.alert.policy === second.alert.policy;
  return first.intervalMs === second.intervalMs;
}
