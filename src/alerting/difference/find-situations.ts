/**
 * The situations that decide whether two alerts behave differently, the shortest first. Times are milliseconds.
 *
 * On a host, a threshold alert watches, exceeds or has fired (threshold.ts). A value above both triggers shows a difference of the
 * duration, the level and the destinations, and a value between the triggers one of the trigger. When both alerts have fired, a value
 * between the resets shows a difference of the reset. Only a second firing shows a difference of the policy: the value falls as soon as
 * both alerts have fired, and rises again.
 */
import { toNfc } from "../../diagnostics";
import {
  type AlertScope,
  type EventCondition,
  includesAllHosts,
  isInScope,
  knownHostTypes,
  type ThresholdCondition,
  typesInScope,
} from "../../service";
import { type KnownObjects } from "../evaluator-state";
import { type FiringAlert, hasSameDestinations, isEvent, isThreshold, secondMs } from "./firing-alert";
import {
  type DifferenceKind,
  type Situation,
  type SituationHost,
  valueAbove,
  valueBelow,
  valueBetween,
  valueInside,
} from "./situation";

/** @param before undefined if the alert cannot fire */
export function findSituations(
  before: FiringAlert | undefined,
  after: FiringAlert | undefined,
  known: KnownObjects,
): Situation[] {
  const inputCount = ({ values, events }: Situation) => values.length + events.length;
  return [...situationsOf(before, after, known)].sort(
    (a, b) => inputCount(a) - inputCount(b) || a.until - b.until,
  );
}

function* situationsOf(
  before: FiringAlert | undefined,
  after: FiringAlert | undefined,
  known: KnownObjects,
): Generator<Situation> {
  if (before === undefined || after === undefined || !hasSameInput(before, after)) {
    for (const alert of [before, after]) {
      const host = alert && hostsOf(alert, alert, known).both;
      if (alert !== undefined && host !== undefined) yield* firstFiring("fires", alert, host);
    }
    return;
  }
  const { onlyBefore, onlyAfter, both } = hostsOf(before, after, known);
  if (onlyBefore !== undefined) yield* firstFiring("hosts", before, onlyBefore);
  if (onlyAfter !== undefined) yield* firstFiring("hosts", after, onlyAfter);
  if (both === undefined) return;
  if (isThreshold(before) && isThreshold(after)) yield* thresholdSituations(before, after, both);
  if (isEvent(before) && isEvent(after)) yield* eventSituations(before, after, both);
}

/** Whether both alerts watch events, or the same metric. */
export function hasSameInput(before: FiringAlert, after: FiringAlert): boolean {
  if (isThreshold(before) && isThreshold(after)) return before.condition.metric === after.condition.metric;
  return isEvent(before) && isEvent(after);
}

export function hostsOf(before: FiringAlert, after: FiringAlert, known: KnownObjects): ComparedHosts {
  const isWatched = ({ isDeleted }: SituationHost) => isEvent(before) || !isDeleted;
  return compareHosts(before.alert.config, after.alert.config, known, isWatched);
}

/** The shortest situation in which the alert fires. */
function* firstFiring(kind: DifferenceKind, alert: FiringAlert, host: SituationHost): Generator<Situation> {
  const { condition, durationMs } = alert;
  if (condition.kind === "event") yield withEvents(kind, host, condition.categories[0] ?? "", [0]);
  else yield* withValues(kind, host, condition.metric, [[0, valueAbove(condition.trigger)]], durationMs);
}

function* eventSituations(
  before: FiringAlert<EventCondition>,
  after: FiringAlert<EventCondition>,
  host: SituationHost,
): Generator<Situation> {
  const [first, second] = [new Set(before.condition.categories), new Set(after.condition.categories)];
  const lost = [...first].find((category) => !second.has(category));
  const gained = [...second].find((category) => !first.has(category));
  const common = [...first].find((category) => second.has(category));
  if (lost !== undefined) yield withEvents("fires", host, lost, [0]);
  if (gained !== undefined) yield withEvents("fires", host, gained, [0]);
  if (common === undefined) return;
  if (!hasSameDestinations(before, after)) yield withEvents("destinations", host, common, [0]);
  if (before.intervalMs !== after.intervalMs)
    yield withEvents("frequency", host, common, [0, Math.min(before.intervalMs, after.intervalMs)]);
}

function* thresholdSituations(
  before: FiringAlert<ThresholdCondition>,
  after: FiringAlert<ThresholdCondition>,
  host: SituationHost,
): Generator<Situation> {
  const { metric } = before.condition;
  const situation = (kind: DifferenceKind, values: readonly TimedValue[], until: number) =>
    withValues(kind, host, metric, values, until);
  const [lower, higher] = inOrder(before, after, ({ condition }) => condition.trigger);
  const [shorter, longer] = inOrder(before, after, ({ durationMs }) => durationMs);
  const { trigger } = higher.condition;
  const above = valueAbove(trigger);
  if (lower.condition.trigger !== trigger)
    yield* situation("fires", [[0, valueBetween(lower.condition.trigger, trigger)]], lower.durationMs);
  if (shorter.durationMs !== longer.durationMs) yield* situation("time", [[0, above]], shorter.durationMs);
  if (before.condition.alert_level !== after.condition.alert_level)
    yield* situation("level", [[0, above]], longer.durationMs);
  if (!hasSameDestinations(before, after)) yield* situation("destinations", [[0, above]], longer.durationMs);

  // The first whole second, after that of the first value, at which both have fired.
  const fall = Math.max(longer.durationMs, secondMs);
  const rise = fall + secondMs;
  const secondFiring = ({ durationMs, intervalMs }: FiringAlert, risesAt: number) =>
    durationMs + Math.max(risesAt, intervalMs);
  const [firstReset, lastReset] = inOrder(before, after, ({ condition }) => condition.reset);
  const [low, high] = [firstReset.condition.reset, lastReset.condition.reset];
  if (low !== high) {
    // At least the lower reset, and less than the higher one.
    const between = -valueBetween(-high, -low);
    const resolved: TimedValue[] = [
      [0, above],
      [fall, between],
    ];
    yield* situation("resolution", resolved, fall);
    // Only the alert that resolved can fire again. With a reset above the trigger, one value can do both.
    yield* situation("resolution", [...resolved, [rise, above]], secondFiring(lastReset, rise));
    const exceeding =
      lastReset.condition.trigger < low ? between : valueInside(lastReset.condition.trigger, high);
    yield* situation(
      "resolution",
      [
        [0, above],
        [fall, exceeding],
      ],
      secondFiring(lastReset, fall),
    );
  }
  const isNoticed = (risesAt: number) =>
    Math.max(before.intervalMs, risesAt) !== Math.max(after.intervalMs, risesAt);
  const both = valueInside(trigger, low);
  const limit = Math.min(lower.condition.trigger, low);
  // The lowest value does not exceed a trigger of the same value.
  const below = valueBelow(limit) ?? (limit < low ? limit : undefined);
  const again: [number, (start: number, next: number) => TimedValue[]][] = [
    [fall, (start) => [[start + fall, both]]],
    [
      rise,
      (start, next) => [
        [start + fall, below],
        [next, above],
      ],
    ],
  ];
  for (const [risesAt, valuesOf] of again) {
    if (!isNoticed(risesAt)) continue;
    const until = Math.min(secondFiring(before, risesAt), secondFiring(after, risesAt));
    yield* situation("frequency", [[0, above], ...valuesOf(0, risesAt)], until);
    // A shorter duration notifies earlier at first. A longer interval makes that up after this number of firings, and no situation is shorter.
    const period = Math.max(before.intervalMs, risesAt);
    const firings = Math.floor((before.durationMs - after.durationMs) / (after.intervalMs - period)) + 1;
    if (firings < 2 || firings > maxFirings) continue;
    const starts = Array.from({ length: firings }, (_, index) => index * period);
    const values = starts.flatMap((start) => valuesOf(start, start + period));
    yield* situation("frequency", [[0, above], ...values], firings * period + before.durationMs);
  }
}

/** After a first one. Lengths of whole minutes need no more for durations up to an hour and a half. */
const maxFirings = 100;

export type TimedValue = readonly [at: number, value: number | undefined];

/** Yields nothing if a value is missing. */
export function* withValues(
  kind: DifferenceKind,
  host: SituationHost,
  metric: string,
  timedValues: readonly TimedValue[],
  until: number,
): Generator<Situation> {
  const values = timedValues.flatMap(([at, value]) =>
    value === undefined ? [] : { host: host.id, metric, value, at },
  );
  if (values.length === timedValues.length) yield { kind, host, values, events: [], until };
}

export function withEvents(
  kind: DifferenceKind,
  host: SituationHost,
  type: string,
  times: readonly number[],
): Situation {
  const events = times.map((at) => ({ at, type, host: host.id }));
  return { kind, host, values: [], events, until: Math.max(...times) };
}

/** The alert with the smaller number, then the one with the greater number. */
export function inOrder<Alert>(
  before: Alert,
  after: Alert,
  numberOf: (alert: Alert) => number,
): [Alert, Alert] {
  return numberOf(after) < numberOf(before) ? [after, before] : [before, after];
}

/** The hosts on which two alerts can behave differently: one in both scopes, and one in each scope only. */
interface ComparedHosts {
  readonly both: SituationHost | undefined;
  readonly onlyBefore: SituationHost | undefined;
  readonly onlyAfter: SituationHost | undefined;
}

/** No alert names it. */
const inventedId = -1;

/**
 * Prefers invented hosts, because they stand for more hosts. A named host of unknown type has a type that no alert lists.
 *
 * @param isWatched whether the alerts can apply to the host
 */
function compareHosts(
  before: AlertScope,
  after: AlertScope,
  { host: findHost }: KnownObjects,
  isWatched: (host: SituationHost) => boolean,
): ComparedHosts {
  const types = new Set([...typesInScope(before), ...typesInScope(after)]);
  const kind = includesAllHosts(before) && includesAllHosts(after) ? "any" : "type";
  const otherType = unlistedType(types);
  const found: { -readonly [Key in keyof ComparedHosts]: ComparedHosts[Key] } = {
    both: undefined,
    onlyBefore: undefined,
    onlyAfter: undefined,
  };
  const add = (host: SituationHost) => {
    if (!isWatched(host)) return;
    const [isBefore, isAfter] = [isInScope(before, host), isInScope(after, host)];
    if (isBefore || isAfter) found[isBefore ? (isAfter ? "both" : "onlyBefore") : "onlyAfter"] ??= host;
  };
  for (const type of types.add(otherType)) add({ id: inventedId, type, isDeleted: false, kind });
  for (const id of new Set([...before.hosts, ...after.hosts])) {
    const { type, isDeleted } = findHost(id) ?? { type: otherType, isDeleted: false };
    add({ id, type, isDeleted, kind: "named" });
  }
  return found;
}

/** The first known type that is not in the list, or an invented one. */
function unlistedType(types: ReadonlySet<string>): string {
  const listed = new Set([...types].map(toNfc));
  const type = knownHostTypes.find((known) => !listed.has(known));
  if (type !== undefined) return type;
  let number = 1;
  while (listed.has(`other-${number}`)) number++;
  return `other-${number}`;
}
