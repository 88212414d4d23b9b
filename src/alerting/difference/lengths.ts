/**
 * The lengths of policies and durations in a comparison, in milliseconds. An unknown length is assumed. If the reference changes, the
 * length after the change is assumed to be the longer one, so that no change that can silence the alert is overlooked.
 */
import { type ComparedAlert, type KnownObjects } from "./situation";

const secondMs = 1000;
const fiveMinutesMs = 300_000;
const hourMs = 3_600_000;

export interface ComparedLengths {
  /** Before and after the change. */
  readonly durations: readonly [number, number];
  readonly intervals: readonly [number, number];
  /** Whether one of two different references has an assumed length. */
  readonly isAssumed: boolean;
}

export function compareLengths(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): ComparedLengths {
  const durations = comparePair(durationOf(before), durationOf(after), known.durationMs, 0, fiveMinutesMs);
  // An interval that ends before the alert can be due again makes no difference.
  const unnoticed = Math.max(...durations.lengths) + secondMs;
  const intervals = comparePair(
    before?.policy,
    after?.policy,
    known.policyIntervalMs,
    unnoticed,
    unnoticed + hourMs,
  );
  return {
    durations: durations.lengths,
    intervals: intervals.lengths,
    isAssumed: durations.isAssumed || intervals.isAssumed,
  };
}

function durationOf(alert: ComparedAlert | undefined): number | undefined {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold" ? condition.duration : undefined;
}

/**
 * @param unnoticed lengths up to this one are the same for the alert
 * @param assumed an unknown length, or what it has in addition to a known one
 */
function comparePair(
  before: number | undefined,
  after: number | undefined,
  lengthOf: (reference: number) => number | undefined,
  unnoticed: number,
  assumed: number,
): { readonly lengths: readonly [number, number]; readonly isAssumed: boolean } {
  const first = before === undefined ? undefined : lengthOf(before);
  const second = after === undefined ? undefined : lengthOf(after);
  const isChanged = before !== undefined && after !== undefined && before !== after;
  if (!isChanged || (first !== undefined && second !== undefined))
    return { lengths: [first ?? assumed, second ?? assumed], isAssumed: false };
  if (second === undefined) return { lengths: [first ?? 0, (first ?? 0) + assumed], isAssumed: true };
  return { lengths: [second > unnoticed ? 0 : second + assumed, second], isAssumed: true };
}
